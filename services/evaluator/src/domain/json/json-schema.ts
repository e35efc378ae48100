/** A compiled JSON Schema. */
export interface JsonSchema {
  /**
   * The first thing about a document that does not fit, as in `“total” must be a number`.
   *
   * @returns null where all of it fits.
   * @throws where it cannot be told: the check would take too long, or the document nests too deep.
   */
  findMismatch(document: unknown): string | null;
}

/** Where schemas come from. */
export interface SchemaTools {
  /** Why a schema will not be applied, for the person who wrote it; null where it will be. */
  findSchemaFault(source: string): string | null;
  /** @throws where it will not be applied. */
  compileSchema(source: string): JsonSchema;
}
