import { isRecord } from '../schema/tidy.ts';

type Json = Record<string, unknown>;

/**
 * Converts one of our schemas to OpenAPI 3.1. Custom keywords and formats become sentences in the description.
 * (TypeBox's own marks are symbols, which JSON drops.)
 */
export function toOpenApiSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toOpenApiSchema);
  if (!isRecord(schema)) return schema;
  const kept: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isRecord(value)) kept[key] = mapValues(value, toOpenApiSchema);
    else if (VERBATIM.has(key)) kept[key] = value;
    else if (!key.startsWith('x-')) kept[key] = toOpenApiSchema(value);
  }
  if (kept['format'] === 'instant') kept['format'] = 'date-time';
  const description = describe(schema);
  return description === '' ? kept : { ...kept, description };
}

// Keywords with values, not schemas.
const VERBATIM = new Set(['default', 'const', 'enum', 'examples', 'example', 'required']);

function describe(schema: Json): string {
  const { description } = schema;
  const sentences = [
    typeof description === 'string' ? description : '',
    ...Object.entries(SENTENCES).map(([key, write]) => {
      const value = schema[key];
      const isPrinted = typeof value === 'string' || typeof value === 'number' || value === true;
      return isPrinted ? write(String(value)) : '';
    }),
    schema['format'] === 'instant' ? INSTANT : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

const SENTENCES: Readonly<Record<string, (value: string) => string>> = {
  'x-maxBytes': (bytes) => `At most ${bytes} bytes in UTF-8.`,
  'x-maxJsonBytes': (bytes) => `At most ${bytes} bytes as JSON.`,
  'x-maxDepth': (depth) => `At most ${depth} levels deep.`,
  'x-trim': () => 'Leading and trailing whitespace is removed.',
  'x-patternMessage': (message) => message,
};

const INSTANT = 'A time without a zone is UTC. A date without a time is accepted too.';

function mapValues(record: Json, map: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
