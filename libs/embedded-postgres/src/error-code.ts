/**
 * The code of a system error. It does not check `instanceof Error`, which is false for Node's own errors in another
 * realm, such as under jest.
 */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
