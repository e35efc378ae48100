/**
 * The code of a system error. It does not ask for `instanceof Error`, which is false for Node's own
 * errors where the code runs in a realm of its own, as under jest.
 */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
