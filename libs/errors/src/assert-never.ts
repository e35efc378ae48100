/**
 * Marks the end of an exhaustive switch: it does not compile while a case is missing.
 *
 * @throws Error if a value that the types exclude arrives at run time.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
