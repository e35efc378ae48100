import { createHash } from 'node:crypto';

/** The bytes from `start` to `end`, counted from 0, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses a `Range` header for a body of this size.
 *
 * @returns null to send the whole body: for no range, several ranges or an invalid one (RFC 9110, section 14.2);
 *   `unsatisfiable` if no byte of the range exists.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** The object key is enough: objects are never overwritten. */
export function etagOf(objectKey: string): string {
  return `"${createHash('sha256').update(objectKey).digest('base64url').slice(0, 22)}"`;
}
