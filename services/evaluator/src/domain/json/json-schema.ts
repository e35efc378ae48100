/** A compiled JSON Schema. */
export interface JsonSchema {
  /**
   * The first thing about a document that does not fit, as in `“total” must be a number`.
   *
   * @param isHasty whether others wait for the thread: it is then given up much sooner.
   * @returns null where all of it fits.
   * @throws TooCostly where the check takes too long; others where the document nests too deep.
   */
  findMismatch(document: unknown, isHasty?: boolean): string | null;
}

/** Where schemas come from. */
export interface SchemaTools {
  /**
   * Why a schema will not be applied, for the person who wrote it; null where it will be.
   *
   * @throws NoMemoryHere where it cannot be told in this process.
   */
  findSchemaFault(source: string): string | null;
  /** @throws where it will not be applied. */
  compileSchema(source: string): JsonSchema;
}
