import { expect, test } from '@jest/globals';

import { repeatsKeys } from './repeated-keys.ts';

test.each([
  ['{}', false],
  ['{"a":1,"b":{"a":[{"a":1},{"a":2}]}}', false],
  [String.raw`{"a":"\"b\":1, \"b\":2","c\":":"d:"} `, false],
  ['{"a":1, "a" :1}', true],
  ['{"a":{"b":1,"c":[2],"b":3}}', true],
  [String.raw`{"a":1,"\u0061":2}`, true],
  ['["a","a"]', false],
  ['{"__proto__":1,"__proto__":2}', true],
  ['{"__proto__":1}', false],
  ['"a"', false],
  ['null', false],
])('%s', (json, expected) => {
  expect(repeatsKeys(json, JSON.parse(json))).toBe(expected);
});

test('reads a long text, and a deep one', () => {
  const json = JSON.stringify({ a: '\\" :'.repeat(500_000) });

  expect(repeatsKeys(json, JSON.parse(json))).toBe(false);

  const deep = `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`;
  expect(repeatsKeys(deep, JSON.parse(deep))).toBe(false);
});
