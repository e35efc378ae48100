/** Why a schema will not be applied, for the person who wrote it: the end of a sentence. */
export class SchemaFault extends Error {
  override readonly name = 'SchemaFault';
}
