import { describe, expect, test } from '@jest/globals';

import { makePatternCompiler } from '../patterns/pattern-compiler.ts';
import { makeSchemaCompiler } from './schema-compiler.ts';

const SCHEMAS = makeSchemaCompiler(makePatternCompiler(null));

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

const ORDER = {
  $schema: DRAFT_2020,
  $id: 'https://example.com/order',
  title: 'An order',
  type: 'object',
  required: ['id', 'items'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: '^o-\\d+$', 'x-label': 'Number' },
    state: { enum: ['open', 'paid'] },
    kind: { const: 'order' },
    due: { type: 'string', format: 'date' },
    items: { type: 'array', minItems: 1, uniqueItems: true, items: { $ref: '#/$defs/item' } },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    'a.b': { type: 'integer' },
  },
  patternProperties: { '^x-': { type: 'string', maxLength: 2 } },
  $defs: {
    item: {
      type: 'object',
      required: ['price'],
      properties: { price: { type: 'number', minimum: 0 }, of: { $ref: '#/$defs/item' } },
    },
  },
};

const UNEVALUATED_BY_IF = {
  if: { properties: { kind: { const: 'x' }, secret: { type: 'string' } }, required: ['kind'] },
  then: { properties: { a: true } },
  else: { properties: { kind: true, b: true } },
  unevaluatedProperties: false,
};

const UNEVALUATED_BY_ANY = {
  anyOf: [
    { items: { type: 'string' } },
    { prefixItems: [{ type: 'null' }, { type: 'boolean' }] },
    true,
  ],
  unevaluatedItems: false,
};

const DYNAMIC_TREE = {
  $dynamicAnchor: 'tree',
  type: 'object',
  properties: { of: { $dynamicRef: '#tree' } },
};

describe('a document', () => {
  test.each<[object, string | null]>([
    [{ id: 'o-1', items: [{ price: 0 }] }, null],
    [{ id: 'o-1', items: [{ price: 1, of: { price: 2 } }], 'x-a': 'é😀' }, null],
    [{ id: 'o-1', items: [{ price: 1 }], due: '2026-01-31', note: null, 'a.b': 1 }, null],
    [{ id: 'o-1' }, '“items” is missing'],
    [{ id: 'o-1', items: [{}] }, '“items[0].price” is missing'],
    [{ id: 'o-1', items: [] }, '“items” must NOT have fewer than 1 items, and is a list of 0'],
    [{ id: 'o-1', items: [{ price: '7' }] }, '“items[0].price” must be number, and is "7"'],
    [{ id: 'o-1', items: [{ price: -1 }] }, '“items[0].price” must be >= 0, and is -1'],
    [
      { id: 'o-1', items: [{ price: 1, of: { price: null } }] },
      '“items[0].of.price” must be number, and is null',
    ],
    [
      { id: 'o-1', items: [{ price: 1 }, { price: 1.0 }] },
      '“items” must not have the same item twice, and is a list of 2',
    ],
    [{ id: '1', items: [{ price: 1 }] }, '“id” must match the pattern “^o-\\d+$”, and is "1"'],
    [
      { id: 'o-1', items: [{ price: 1 }], state: 'new' },
      '“state” must be one of "open", "paid", and is "new"',
    ],
    [{ id: 'o-1', items: [{ price: 1 }], kind: 7 }, '“kind” must be "order", and is 7'],
    [
      { id: 'o-1', items: [{ price: 1 }], due: '2026-02-30' },
      '“due” must match format "date", and is "2026-02-30"',
    ],
    [
      { id: 'o-1', items: [{ price: 1 }], note: 7 },
      '“note” must be string, and is 7, or “note” must be null, and is 7',
    ],
    [{ id: 'o-1', items: [{ price: 1 }], 'a.b': 1.5 }, '“["a.b"]” must be integer, and is 1.5'],
    [
      { id: 'o-1', items: [{ price: 1 }], 'x-a': '😀😀😀' },
      '“x-a” must NOT have more than 2 characters, and is "😀😀😀"',
    ],
    [{ id: 'o-1', items: [{ price: 1 }], other: 1 }, '“other” is not allowed'],
    [[], 'it must be object, and is a list of 0'],
  ])('%j: %s', (document, mismatch) => {
    expect(mismatchOf(ORDER, document)).toBe(mismatch);
  });

  test.each<[object | boolean, string, string | null]>([
    [true, '{"a":1}', null],
    [false, '{"a":1}', 'it is not allowed'],
    [{}, '7', null],
    [{ type: 'number' }, '1e400', null],
    [{ maximum: 100 }, '1e400', 'it must be <= 100, and is a number too large to be read'],
    [{ minimum: 0 }, '-1e400', 'it must be >= 0, and is a number too large to be read'],
    [{ minimum: 0 }, '1e400', null],
    [{ multipleOf: 1 }, '1e400', 'it must be multiple of 1, and is a number too large to be read'],
    [{ multipleOf: 0.01 }, '19.99', null],
    [{ multipleOf: 0.01 }, '-0.07', null],
    [{ multipleOf: 0.01 }, '19.995', 'it must be multiple of 0.01, and is 19.995'],
    [{ multipleOf: 1 }, '1e21', null],
    [{ multipleOf: 1e-7 }, '3e-7', null],
    [{ multipleOf: 1e-300 }, '1e300', null],
    [{ multipleOf: 3 }, '1e300', 'it must be multiple of 3, and is 1e+300'],
    [{ const: 0 }, '-0', null],
    [{ const: { a: [1, null] } }, '{"a":[1.0,null]}', null],
    [{ const: { a: 1 } }, '{"a":1,"b":2}', 'it must be an object, and is an object'],
    [{ const: { valueOf: 1 } }, '{"valueOf":1}', null],
    [{ enum: [{ constructor: {} }] }, '{"constructor":{}}', null],
    [{ minimum: 0 }, '-0', null],
    [{ type: 'integer' }, '1.0', null],
    [{ minLength: 2 }, '"😀"', 'it must NOT have fewer than 2 characters, and is "😀"'],
    [{ required: ['toString'] }, '{}', '“toString” is missing'],
    [{ required: ['__proto__'] }, '{}', '“__proto__” is missing'],
    [{ required: ['__proto__'] }, '{"__proto__":1}', null],
    [{ properties: { constructor: { type: 'string' } } }, '{}', null],
    [
      { propertyNames: { maxLength: 1 } },
      '{"ab":1}',
      '“ab” must NOT have more than 1 characters, and is "ab"',
    ],
    [{ if: { type: 'object' }, then: { required: ['a'] } }, '{}', '“a” is missing'],
    [{ not: {} }, '1', 'it must NOT be valid, and is 1'],
    [{ properties: { a: false } }, '{"a":1}', '“a” is not allowed'],
    [
      { $ref: '#/$defs/a%20b', $defs: { 'a b': { type: 'null' } } },
      '1',
      'it must be null, and is 1',
    ],
    [
      { $ref: '#a', $defs: { x: { $anchor: 'a', type: 'null' } } },
      '1',
      'it must be null, and is 1',
    ],
    [
      { properties: { a: { $dynamicRef: '#/$defs/none' } }, $defs: { none: false } },
      '{"a":1}',
      '“a” is not allowed',
    ],
    [
      { items: { $dynamicRef: '#a' }, $defs: { x: { $dynamicAnchor: 'a', type: 'null' } } },
      '[null,1]',
      '“[1]” must be null, and is 1',
    ],
    [
      { $anchor: 'a', type: 'object', properties: { of: { $ref: '#a' } } },
      '{"of":{"of":7}}',
      '“of.of” must be object, and is 7',
    ],
    [DYNAMIC_TREE, '{"of":{"of":{}}}', null],
    [DYNAMIC_TREE, '{"of":{"of":7}}', '“of.of” must be object, and is 7'],
    [
      { prefixItems: [{ type: 'null' }], items: false },
      '[null, 1]',
      'it must NOT have more than 1 items, and is a list of 2',
    ],
    [
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      '{"a":1,"b":2}',
      '“b” is not allowed',
    ],
    [UNEVALUATED_BY_ANY, '["a","b"]', null],
    [UNEVALUATED_BY_ANY, '[null,false]', null],
    [UNEVALUATED_BY_ANY, '["a",false]', 'it must NOT have more than 0 items, and is a list of 2'],
    [
      { ...UNEVALUATED_BY_ANY, unevaluatedItems: { type: 'null' } },
      '["a",false]',
      '“[0]” must be null, and is "a"',
    ],
    [{ ...UNEVALUATED_BY_ANY, unevaluatedItems: { type: 'null' } }, '[null,null,null]', null],
    [UNEVALUATED_BY_IF, '{"kind":"y","secret":"s"}', '“secret” is not allowed'],
    [UNEVALUATED_BY_IF, '{"kind":"x","secret":"s","a":1}', null],
    [UNEVALUATED_BY_IF, '{"kind":"x","secret":"s","b":1}', '“b” is not allowed'],
    [UNEVALUATED_BY_IF, '{"kind":"y","b":1}', null],
    [{ type: 'string', nullable: true }, 'null', null],
    [{ type: 'string', nullable: false }, 'null', 'it must be string, and is null'],
    [{ $schema: DRAFT_07, items: [{ type: 'null' }], additionalItems: false }, '[null]', null],
    [
      { $schema: DRAFT_07, $ref: '#/definitions/a', definitions: { a: { type: 'null' } } },
      '1',
      'it must be null, and is 1',
    ],
    [
      { $schema: DRAFT_07, $ref: '#/definitions/a', type: 'string', definitions: { a: {} } },
      '1',
      'it must be string, and is 1',
    ],
    [
      { $schema: DRAFT_07, dependencies: { a: ['b'] } },
      '{"a":1}',
      'it must have property b when property a is present, and is an object',
    ],
    [
      { enum: ['a', 1], example: 'a', discriminator: { propertyName: 'a' }, 'x-any': {} },
      '1',
      null,
    ],
    [
      { additionalProperties: { type: 'null' } },
      '{"a\\u0000\\ud800":1}',
      '“["a\\u0000\\ud800"]” must be null, and is 1',
    ],
  ])('%j on %s: %s', (schema, document, mismatch) => {
    expect(mismatchOf(schema, JSON.parse(document))).toBe(mismatch);
  });
});

test('describes a mismatch briefly, however long names and values are', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `name ${index}`);
  const schema = {
    dependentRequired: { a: names.slice(0, 200) },
    properties: { b: { enum: names } },
  };
  const long = '😀'.repeat(100_000);

  expect(mismatchOf(schema, { a: 1 })?.length).toBeLessThan(300);
  expect(mismatchOf(schema, { b: long })?.length).toBeLessThan(400);
  const mismatch = mismatchOf({ additionalProperties: false }, { [long]: 1 });
  expect(mismatch?.length).toBeLessThan(300);
  expect(mismatch?.isWellFormed()).toBe(true);
});

describe('a format is checked', () => {
  test.each([
    ['date', '2026-01-31', '2026-1-31'],
    ['time', '23:59:59.5+01:00', '23:59:59'],
    ['time', '00:00:00Z', '24:00:00Z'],
    ['date-time', '2026-01-31T12:00:00Z', '2026-01-31 12:00:00'],
    ['date-time', '2024-01-24T00:24:24Z', '2026-01-31T24:00:00Z'],
    ['duration', 'P1DT2H', '1 day'],
    ['email', 'ada.l+x@example.com', 'ada@@example.com'],
    ['hostname', 'a-b.example.com', '-a.example.com'],
    ['ipv4', '10.0.0.1', '10.0.0.256'],
    ['ipv6', '::1', ':::1'],
    ['ipv6', '::ffff:10.0.0.1', 'fe80::1%eth0'],
    ['uri', 'https://example.com/a?b#c', '/a'],
    ['uri', "x-1:!$&'()*+,;=:/?#[]@-._~%C3%a4aZ09", 'https://example.com/a b'],
    ['uri', 'https://example.com/%C3%A4', 'https://example.com/ä'],
    ['uri', 'https://example.com/100%25', 'https://example.com/100%'],
    ['uuid', '01960000-0000-7000-8000-0000000000aa', '01960000'],
    ['regex', '^a+$', '(?=a)'],
  ])('%s takes %s and not %s', (format, good, bad) => {
    expect(mismatchOf({ format }, good)).toBeNull();
    expect(mismatchOf({ format }, bad)).toContain(`must match format "${format}"`);
  });
});

test('keeps two schemas with the same $id apart', () => {
  const schemaOf = (type: string) => ({ $id: 'https://example.com/same', type });

  expect(mismatchOf(schemaOf('string'), 1)).toContain('must be string');
  expect(mismatchOf(schemaOf('null'), 1)).toContain('must be null');
});

function mismatchOf(schema: object | boolean, document: unknown): string | null {
  const source = JSON.stringify(schema);
  expect(SCHEMAS.findSchemaFault(source)).toBeNull();
  return SCHEMAS.compileSchema(source).findMismatch(document);
}
