import { isJsonObject } from '../json.ts';

export type Draft = '2020-12' | 'draft-07';

export interface ReadSchema {
  readonly draft: Draft;
  readonly schema: unknown;
}

const DRAFTS: ReadonlyMap<unknown, Draft> = new Map([
  [undefined, '2020-12'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
]);

// Deeper than people write, and shallow enough for every recursive walk.
const DEPTH_MAX = 64;

/** @throws SchemaFault if the text is not JSON, is nested too deeply, or uses an unsupported draft. */
export function readSchema(source: string): ReadSchema {
  const schema = parse(source);
  checkValue(schema, 0);
  if (typeof schema === 'boolean') return { draft: '2020-12', schema };
  if (!isJsonObject(schema)) throw new SchemaFault('it must be a JSON object');
  const written = schema['$schema'];
  const draft = DRAFTS.get(typeof written === 'string' ? written.replace(/#$/, '') : written);
  if (draft) return { draft, schema };
  throw new SchemaFault(
    '"$schema" must be "https://json-schema.org/draft/2020-12/schema" (the default) or ' +
      '"http://json-schema.org/draft-07/schema#"',
  );
}

function parse(source: string): unknown {
  try {
    const schema: unknown = JSON.parse(source);
    return schema;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchemaFault(`it is not JSON (${reason.toWellFormed()})`);
  }
}

function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new SchemaFault('it must not contain a number that is too large to be read');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEPTH_MAX) throw new SchemaFault(`it must be at most ${DEPTH_MAX} levels deep`);
  for (const inner of Object.values(value)) checkValue(inner, depth + 1);
}

/** Why a schema is rejected, for the person who wrote it. The message completes a sentence. */
export class SchemaFault extends Error {
  override readonly name = 'SchemaFault';
}
