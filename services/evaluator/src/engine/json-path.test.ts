import { describe, expect, test } from '@jest/globals';

import { lookUp, parseJsonPath } from './json-path.ts';

describe('a path', () => {
  test.each<[string, string, (string | number)[]]>([
    ['total', 'output', ['total']],
    [' order.items[0].price ', 'output', ['order', 'items', 0, 'price']],
    ['[2]', 'output', [2]],
    ['[0][1].a', 'output', [0, 1, 'a']],
    ['["unit.price"]', 'output', ['unit.price']],
    ['order["a\\"b"].c', 'output', ['order', 'a"b', 'c']],
    ['order.["a b"]', 'output', ['order', 'a b']],
    ['Größe in cm', 'output', ['Größe in cm']],
    ['$ref', 'output', ['$ref']],
    ['__proto__', 'output', ['__proto__']],
    ['metadata.customer.tier', 'metadata', ['customer', 'tier']],
    ['action.params.amount', 'action', ['params', 'amount']],
    ['input.id', 'input', ['id']],
    ['input.[0].id', 'input', [0, 'id']],
    ['metadata', 'output', ['metadata']],
    ['["metadata"].tier', 'output', ['metadata', 'tier']],
    ['inputs.id', 'output', ['inputs', 'id']],
  ])('parses %j as a path into %s: %j', (text, root, steps) => {
    expect(parseJsonPath(text)).toEqual({ text: text.trim(), root, steps });
  });

  test.each([
    '',
    ' ',
    '.',
    '.total',
    'total.',
    'a..b',
    '$',
    '$.total',
    'items[*].price',
    'items.*.price',
    'items[-1]',
    'items[1',
    'items[]',
    'items[0]price',
    'items[12345678]',
    '/items/0',
    '["a]',
    "['a']",
    'metadata.',
    'a\u0000b',
    'a\nb',
    'a\ud800',
  ])('rejects %j', (text) => {
    expect(parseJsonPath(text)).toBeNull();
  });

  test('rejects a path above the maximum length', () => {
    expect(parseJsonPath('a'.repeat(1_000))).not.toBeNull();
    expect(parseJsonPath('a'.repeat(1_001))).toBeNull();
  });
});

describe('a lookup', () => {
  const document: unknown = JSON.parse(`{
    "total": 0, "none": null, "empty": "", "items": [{ "price": 7 }, [1, 2]],
    "__proto__": { "own": true }, "0": "zero"
  }`);

  test.each<[string, unknown]>([
    ['total', 0],
    ['none', null],
    ['empty', ''],
    ['items[0].price', 7],
    ['items[1][1]', 2],
    ['__proto__.own', true],
    ['0', 'zero'],
  ])('%j: %j', (text, value) => {
    expect(lookUp(document, parseJsonPath(text)!.steps)).toEqual({ value });
  });

  test.each([
    'missing',
    'total.deeper',
    'none.deeper',
    'empty.length',
    'items.length',
    'items.0',
    'items[2]',
    'items[0][0]',
    'toString',
    'constructor.name',
    'items[0].__proto__',
    '[0]',
  ])('finds nothing at %j', (text) => {
    expect(lookUp(document, parseJsonPath(text)!.steps)).toBeNull();
  });

  test('works in a document that is a list or a single value', () => {
    expect(lookUp([[7]], [0, 0])).toEqual({ value: 7 });
    expect(lookUp(7, [0])).toBeNull();
    expect(lookUp(null, ['a'])).toBeNull();
  });
});
