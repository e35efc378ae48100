import { describe, expect, test } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';

import { EVENTS } from '../events/index.ts';
import { ALL_OPERATIONS } from '../internal/operations.ts';
import type { Operation } from '../operation.ts';

interface Place {
  readonly path: string;
  readonly schema: TSchema;
}

// Published schemas cannot get new bounds. Their values entered through a listener with bounds.
const EVENT_SCHEMAS: ReadonlySet<unknown> = new Set(
  Object.values(EVENTS).map((event) => event.schema),
);

/** Yields a schema and all schemas inside it. */
function* schemasIn(schema: TSchema, path: string): Generator<Place> {
  if (EVENT_SCHEMAS.has(schema)) return;
  yield { path, schema };
  const named = (schema['properties'] ?? {}) as Record<string, TSchema>;
  for (const [name, inner] of Object.entries(named)) yield* schemasIn(inner, `${path}.${name}`);
  const inside = ['items', 'additionalProperties', 'patternProperties', 'anyOf', 'oneOf', 'allOf'];
  for (const inner of inside.flatMap((key) => schemasOf(schema[key])))
    yield* schemasIn(inner, path);
}

/** Returns a schema, the schemas of a list, or the schemas of a pattern. */
function schemasOf(value: unknown): TSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  const isOne = Object.keys(value).some((key) => WORDS.has(key));
  return isOne ? [value as TSchema] : (Object.values(value) as TSchema[]);
}

const WORDS = new Set(['type', 'anyOf', 'oneOf', 'allOf', 'const', 'enum', 'not']);

function requestSchemasOf({ params, query, body, headers }: Operation): Place[] {
  const ofHeaders = Object.entries(headers?.request ?? {});
  return [
    ...Object.entries({ params, query, body }),
    ...ofHeaders.map(([name, schema]) => [`headers.${name}`, schema] as const),
  ].flatMap(([path, schema]) => (schema ? [...schemasIn(schema, path)] : []));
}

/** What is wrong with the bounds of a number; null if nothing. */
function boundsFault(schema: TSchema): string | null {
  const types = [schema['type']].flat();
  const { minimum, maximum, pattern } = schema as Record<string, unknown>;
  if (types.includes('integer')) {
    return Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum) ? null : 'has no bounds';
  }
  if (types.includes('number')) {
    return Number.isFinite(minimum) && Number.isFinite(maximum) ? null : 'has no bounds';
  }
  // A string of digits goes into a 64-bit column, which fits any 18 digits.
  return typeof pattern === 'string' && readsIntegers(pattern) && takes(pattern, '9'.repeat(19))
    ? 'takes more digits than a number has'
    : null;
}

const takes = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text);
const readsIntegers = (pattern: string) => takes(pattern, '1') && !takes(pattern, 'a');

test.each(ALL_OPERATIONS.map((operation) => [operation.id, operation] as const))(
  'every number in a request of %s has bounds that fit its column',
  (_, operation) => {
    const faults = requestSchemasOf(operation)
      .map(({ path, schema }) => [path, boundsFault(schema)])
      .filter(([, fault]) => fault !== null);

    expect(faults).toEqual([]);
  },
);

describe('the check of the numbers', () => {
  test.each([
    ['an integer without a maximum', { type: 'integer', minimum: 1 }],
    ['a nullable integer without a maximum', { type: ['integer', 'null'], minimum: 1 }],
    ['an integer beyond safe integers', { type: 'integer', minimum: 0, maximum: 2 ** 60 }],
    ['a number without a maximum', { type: 'number', minimum: 0 }],
    ['digits without a maximum', { type: 'string', pattern: '^\\d+$' }],
  ])('finds %s at any depth', (_, schema) => {
    const operation = {
      ...ALL_OPERATIONS[0],
      body: { type: 'object', properties: { a: { type: 'array', items: { anyOf: [schema] } } } },
    } as unknown as Operation;

    const found = requestSchemasOf(operation).filter((place) => boundsFault(place.schema));

    expect(found).toEqual([{ path: 'body.a', schema }]);
  });
});
