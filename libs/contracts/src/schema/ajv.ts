import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/**
 * Creates an Ajv instance for our schemas. A test validates them against the metaschema
 * (`openapi/build-openapi.test.ts`), so processes skip that at each start. Ajv's optimization would take two thirds of
 * the compile time without faster validation.
 *
 * It supports our custom JSON Schema keywords. Each begins with `x-`, so that other readers of the schemas (OpenAPI
 * tools) ignore them.
 *
 * - `x-maxBytes`: maximum size of a string in UTF-8 bytes.
 * - `x-maxJsonBytes`: maximum size of a value in UTF-8 bytes of its JSON text.
 * - `x-maxDepth`: maximum nesting of objects and arrays; `{}` and `[]` have depth 1.
 * - `x-finite`: every number inside can be written as JSON (`1e400` is parsed as infinite).
 * - `x-closed`: for an object with `additionalProperties: false`: an unknown field is an error instead of ignored.
 * - `x-keepBlank`: a blank string is a value here, not absent.
 * - `x-keepNull`: null is a value here, not absent.
 * - `x-patch`: for an object: no field counts as absent. Null or a blank string clears a text or list that may be
 *   empty. For any other field it is an error.
 * - `x-trim`: white space at both ends is removed before validation; a text without a visible character is emptied.
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

// Far above any `x-maxDepth`, and far below what would overflow the stack when writing JSON.
const WRITABLE_DEPTH_MAX = 100;

/** A value that is too deep to serialize is left for `x-maxDepth` to report. */
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
 * Compiles a schema when the first value arrives. A service has hundreds of schemas; compiling all took a third of its
 * start. The first value waits some milliseconds.
 */
export function compileLater(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv.compile(schema));
}
