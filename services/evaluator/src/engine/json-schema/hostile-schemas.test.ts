import { describe, expect, test } from '@jest/globals';

import { coreMs } from '../../../test/hanging-patterns.ts';
import { makePatternCompiler } from '../patterns/pattern-compiler.ts';
import { ThreadBudget } from '../tools.ts';
import { makeSchemaCompiler } from './schema-compiler.ts';

const SCHEMAS = makeSchemaCompiler(makePatternCompiler(null));

// CPU time. Without the limits, each of these takes hours; with them, an instant.
const MS_MAX = 5_000;

const LARGE: unknown = Object.fromEntries(
  Array.from({ length: 100_000 }, (_, index) => [`n${index}`, index]),
);

describe('a check that would take too long ends without passing', () => {
  const parts = Array.from({ length: 60 }, (_, index) => {
    const next = { $ref: `#/$defs/d${index + 1}` };
    return [`d${index}`, { anyOf: [next, next] }] as const;
  });
  const doubling = { ...Object.fromEntries(parts), d60: { type: 'string' } };
  const many = Array.from({ length: 100_000 }, (_, index) => `word ${index}`);

  test.each<[string, object, unknown]>([
    [
      'ways that double with each part and all fail',
      { properties: { a: { $ref: '#/$defs/d0' } }, $defs: doubling },
      { a: 1 },
    ],
    [
      'ways that double with each level of the document',
      {
        $ref: '#/$defs/a',
        $defs: {
          a: { allOf: [{ items: { $ref: '#/$defs/a' } }, { items: { $ref: '#/$defs/a' } }] },
        },
      },
      nested(60),
    ],
    [
      'a long list of values for each item of a long list',
      { items: { enum: many.slice(0, 4_000) } },
      many,
    ],
    [
      'many patterns on a long text',
      { allOf: Array.from({ length: 50 }, (_, index) => ({ not: { pattern: `x{${index}}y` } })) },
      'x'.repeat(1024 * 1024),
    ],
    ['counting fields, doubled', doubled(8, { minProperties: 1 }), LARGE],
    ['counting characters, doubled', doubled(11, { minLength: 1 }), 'é'.repeat(500_000)],
    [
      'listing fields, doubled',
      doubled(11, { not: { patternProperties: { '^x': true }, additionalProperties: false } }),
      LARGE,
    ],
    ['names that are all refused, doubled', doubled(11, { not: { propertyNames: false } }), LARGE],
    [
      'fields that are not evaluated, level by level',
      leveled(100, (next) => ({ ...next, unevaluatedProperties: false }), {
        patternProperties: { '^n': true },
      }),
      LARGE,
    ],
    ['items of which none matches, doubled', doubled(11, { not: { contains: false } }), many],
    [
      'a field name that is long to escape, doubled',
      doubled(11, { not: { additionalProperties: { type: 'null' } } }),
      { ['/~'.repeat(250_000)]: 1 },
    ],
    ['a long text checked as a pattern', { format: 'regex' }, '('.repeat(1024 * 1024)],
    [
      'large values that are compared repeatedly',
      doubled(15, { enum: Array.from({ length: 9 }, (_, n) => [n, nested(50), nested(50)]) }),
      [8, nested(50), nested(50)],
    ],
  ])('%s', (_, schema, document) => {
    const { findMismatch } = compile(schema);

    const took = coreMs(() => {
      expect(() => findMismatch(document)).toThrow('takes too long');
    });

    expect(took).toBeLessThan(MS_MAX);
    expect(findMismatch('a')).toEqual(compile(schema).findMismatch('a'));
  });

  test('compares values with a large object as fast as with a small one', () => {
    const { findMismatch } = compile({ enum: Array.from({ length: 4_000 }, () => ({})) });

    const took = coreMs(() => {
      expect(findMismatch(LARGE)).toMatch(/must be one of an object/);
    });

    expect(took).toBeLessThan(MS_MAX);
  });

  test('defers texts that must be patterns to a process, and limits their number', () => {
    const { findMismatch } = compile({ items: { format: 'regex' } });
    const large = Array.from({ length: 200 }, (_, index) => `\\pL{40}a${index}`);

    const onThread = (document: unknown) => findMismatch(document, new ThreadBudget());

    expect(() => onThread(large.slice(0, 2))).toThrow('takes too long');
    expect(() => findMismatch(large)).toThrow('takes too long');
    expect(onThread(['a+', '[b]'])).toBeNull();
    expect(onThread(['a+', '(b'])).toMatch(/format/);
  });

  test('refuses a schema that would take that long for every document', () => {
    const source = JSON.stringify({ $ref: '#/$defs/d0', $defs: doubling });

    expect(SCHEMAS.findSchemaFault(source)).toMatch(/takes too long/);
  });

  test('throws for a document nested deeper than the stack allows', () => {
    const { findMismatch } = compile({ items: { $ref: '#' } });

    expect(() => findMismatch(nested(500_000))).toThrow('nested too deeply');
    expect(findMismatch(nested(500))).toBeNull();
  });
});

describe('a legitimate schema accepts a document of 1 MiB', () => {
  test.each<[string, object, unknown]>([
    ['items that are unique', { uniqueItems: true }, Array.from({ length: 150_000 }, (_, n) => n)],
    [
      'rows with their fields',
      {
        items: {
          type: 'object',
          required: ['id', 'name', 'price'],
          properties: {
            id: { type: 'integer' },
            name: { type: 'string', pattern: '^\\w+ \\w+$', maxLength: 40 },
            price: { type: 'number', minimum: 0 },
            state: { enum: ['open', 'paid'] },
          },
          additionalProperties: false,
        },
      },
      Array.from({ length: 15_000 }, (_, id) => ({
        ...{ id, name: `Some name${id}`, price: id / 7, state: 'open' },
      })),
    ],
    ['a long text', { type: 'string', minLength: 1, pattern: 'x$' }, 'x'.repeat(1024 * 1024)],
  ])('%s', (_, schema, document) => {
    const { findMismatch } = compile(schema);

    const took = coreMs(() => {
      expect(findMismatch(document)).toBeNull();
    });

    expect(took).toBeLessThan(MS_MAX);
  });

  test('unless one item of many is a duplicate', () => {
    const { findMismatch } = compile({ uniqueItems: true });
    const items = Array.from({ length: 50_000 }, (_, n) => ({ n, of: [n] }));

    expect(findMismatch([...items, { of: [7], n: 7 }])).toMatch(/same item twice/);
  });
});

function compile(schema: object) {
  const source = JSON.stringify(schema);
  expect(SCHEMAS.findSchemaFault(source)).toBeNull();
  return SCHEMAS.compileSchema(source);
}

/** A schema that applies the part twice as often at each level. */
function doubled(levels: number, part: object): object {
  return leveled(levels, (next) => ({ allOf: [next, next] }), part);
}

/** A schema of levels in which each refers to the next, and the last to the part. */
function leveled(levels: number, levelOf: (next: object) => object, part: object): object {
  const parts = Array.from({ length: levels }, (_, index) => [
    `d${index}`,
    levelOf({ $ref: `#/$defs/d${index + 1}` }),
  ]);
  const $defs: unknown = Object.fromEntries([...parts, [`d${levels}`, part]]);
  return { $ref: '#/$defs/d0', $defs };
}

function nested(depth: number): unknown {
  const document: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  return document;
}
