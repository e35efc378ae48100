import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/**
 * Makes an Ajv instance for our schemas. A test holds them against the metaschema (`openapi/build-openapi.test.ts`), and
 * not each start of each process. Optimizing takes two thirds of the time to compile, and validates no faster.
 *
 * It knows the JSON Schema keywords of our own. Each begins with `x-`, so that other readers of the schemas
 * (OpenAPI tools) pass over them.
 *
 * - `x-maxBytes`: greatest size of a string in UTF-8 bytes.
 * - `x-maxJsonBytes`: greatest size of a value in UTF-8 bytes of its JSON text.
 * - `x-maxDepth`: how deep objects and arrays may nest; `{}` and `[]` are one deep.
 * - `x-finite`: every number inside is one that JSON can write again (`1e400` is read as infinite).
 * - `x-closed`: of an object with `additionalProperties: false`: a field that nobody knows is a fault, not ignored.
 * - `x-keepBlank`: the blank string is a value here, not an absent one.
 * - `x-keepNull`: null is a value here, not an absent one.
 * - `x-patch`: of an object: no field counts as absent. Null, and a blank string, clear a text or list that may be
 *   empty; of any other field they are the fault that they are.
 * - `x-trim`: white space at both ends is dropped before anything is checked.
 */
export function makeAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    ...options,
    ...{ strict: false, meta: false, validateSchema: false },
    code: { optimize: false },
  });
  addFormats.default(ajv);
  ajv.addKeyword({
    keyword: 'x-maxBytes',
    type: 'string',
    schemaType: 'number',
    validate: (max: number, text: string) => utf8Bytes(text) <= max,
  });
  ajv.addKeyword({
    keyword: 'x-maxJsonBytes',
    schemaType: 'number',
    validate: (max: number, value: unknown) => isAtMostJsonBytes(value, max),
  });
  ajv.addKeyword({
    keyword: 'x-maxDepth',
    schemaType: 'number',
    validate: (max: number, value: unknown) => isAtMostDeep(value, max),
  });
  ajv.addKeyword({
    keyword: 'x-finite',
    schemaType: 'boolean',
    validate: (_isWanted: boolean, value: unknown) => hasOnlyFinite(value, WRITABLE_DEPTH_MAX),
  });
  for (const keyword of ['x-closed', 'x-keepBlank', 'x-keepNull', 'x-patch', 'x-trim']) {
    ajv.addKeyword({ keyword, schemaType: 'boolean' });
  }
  return ajv;
}

function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

// Far beyond any `x-maxDepth`, far within the stack that writing JSON needs.
const WRITABLE_DEPTH_MAX = 100;

/** What nests too deep to be written at all is left for `x-maxDepth` to tell. */
function isAtMostJsonBytes(value: unknown, max: number): boolean {
  return !isAtMostDeep(value, WRITABLE_DEPTH_MAX) || utf8Bytes(JSON.stringify(value)) <= max;
}

function hasOnlyFinite(value: unknown, depthMax: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null || depthMax === 0) return true;
  return Object.values(value).every((inner) => hasOnlyFinite(inner, depthMax - 1));
}

function isAtMostDeep(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (max === 0) return false;
  return Object.values(value).every((inner) => isAtMostDeep(inner, max - 1));
}

/**
 * Compiles a schema when its first value comes. A service has hundreds of them; compiling all was a third
 * of its start, and the first to need one waits for some milliseconds.
 */
export function compileLater(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv.compile(schema));
}
