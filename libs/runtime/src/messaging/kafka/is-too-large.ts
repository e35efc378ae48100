/**
 * Whether Kafka refused a request because it is too large for a partition, now and whenever it is sent
 * again.
 */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && TOO_LARGE.has(error.type);
}

const TOO_LARGE = new Set<unknown>(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);
