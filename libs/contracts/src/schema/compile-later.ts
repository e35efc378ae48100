import type { TSchema } from '@sinclair/typebox';
import type { Ajv, Options, ValidateFunction } from 'ajv';

/**
 * What our Ajv instances have in common. The schemas are ours, so that a test holds them against the
 * metaschema (`openapi/build-openapi.test.ts`), and not each start of each process. Optimizing takes two
 * thirds of the time to compile, and validates no faster.
 */
export const OWN_SCHEMAS: Options = {
  ...{ strict: false, meta: false, validateSchema: false },
  code: { optimize: false },
};

/**
 * Compiles a schema when its first value comes. A service has hundreds of them; compiling all was a third
 * of its start, and the first to need one waits for some milliseconds.
 */
export function compileLater(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv.compile(schema));
}
