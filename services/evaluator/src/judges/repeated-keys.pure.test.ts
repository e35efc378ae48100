import { expect, test } from '@jest/globals';

import { repeatsKeys } from './repeated-keys.pure.ts';

test.each([
  ['{}', false],
  ['{"a":1,"b":{"a":[{"a":1},{"a":2}]}}', false],
  [String.raw`{"a":"\"b\":1, \"b\":2","c\":":"d:"} `, false],
  ['{"a":1, "a" :1}', true],
  ['{"a":{"b":1,"c":[2],"b":3}}', true],
  [String.raw`{"a":1,"\u0061":2}`, true],
  ['["a","a"]', false],
])('%s', (json, expected) => {
  expect(repeatsKeys(json)).toBe(expected);
});

test('reads a long text', () => {
  expect(repeatsKeys(JSON.stringify({ a: '\\" :'.repeat(500_000) }))).toBe(false);
});
