import { expect, test } from '@jest/globals';

import { applyCorrection } from './corrections.ts';

// What the service stored has `[name]` where it masked what the caller sent.
test.each([
  ['nothing changed', { a: 1, b: 'x' }, { a: 1, b: 'x' }, { a: 1, b: 'x' }, { a: 1, b: 'x' }],
  ['a value', { a: 1, b: 'x' }, { a: 1, b: 'x' }, { a: 2, b: 'x' }, { a: 2, b: 'x' }],
  ['a key added', { a: 1 }, { a: 1 }, { a: 1, b: [null] }, { a: 1, b: [null] }],
  ['a key taken out', { a: 1, b: 2 }, { a: 1, b: 2 }, { b: 2 }, { b: 2 }],
  ['everything taken out', { a: 1 }, { a: 1 }, {}, {}],
  ['the order of keys', { a: 1, b: 2 }, { a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1, b: 2 }],
  ['null for a value', { a: 1 }, { a: 1 }, { a: null }, { a: null }],
  ['a text for a number', { a: 1 }, { a: 1 }, { a: '1' }, { a: '1' }],
  ['an object for a list', { a: [1] }, { a: [1] }, { a: { 0: 1 } }, { a: { 0: 1 } }],
  [
    'a value beside a masked one',
    { to: 'ada@example.com', amount: 40 },
    { to: '[email]', amount: 40 },
    { to: '[email]', amount: 30 },
    { to: 'ada@example.com', amount: 30 },
  ],
  [
    'a masked value',
    { to: 'ada@example.com' },
    { to: '[email]' },
    { to: 'x@y.z' },
    { to: 'x@y.z' },
  ],
  [
    'deep inside',
    { mail: { to: 'ada@example.com', lines: [{ text: 'Hi', by: 'Ada' }] } },
    { mail: { to: '[email]', lines: [{ text: 'Hi', by: '[name]' }] } },
    { mail: { to: '[email]', lines: [{ text: 'Hello', by: '[name]' }] } },
    { mail: { to: 'ada@example.com', lines: [{ text: 'Hello', by: 'Ada' }] } },
  ],
  [
    'a list that lost its first',
    { to: ['ada@example.com', 'bob@example.com'], n: 1 },
    { to: ['[email]', '[email 2]'], n: 1 },
    { to: ['[email 2]'], n: 1 },
    { to: ['bob@example.com'], n: 1 },
  ],
  [
    'a list with one more, in another order',
    { to: ['ada@example.com', 'bob@example.com'] },
    { to: ['[email 1]', '[email 2]'] },
    { to: ['[email 2]', 'new@example.com', '[email 1]'] },
    { to: ['bob@example.com', 'new@example.com', 'ada@example.com'] },
  ],
  [
    'the same masked value twice',
    { to: ['ada@example.com', 'bob@example.com'], cc: 1 },
    { to: ['[email]', '[email]'], cc: 1 },
    { to: ['[email]', '[email]', 'x'], cc: 1 },
    { to: ['ada@example.com', 'bob@example.com', 'x'], cc: 1 },
  ],
])('a correction takes what differs: %s', (...row) => {
  const [, own, stored, corrected, applied] = row;
  expect(applyCorrection(own, stored, corrected)).toEqual(applied);
});

test('a correction cannot reach a prototype', () => {
  const corrected = JSON.parse('{"a":1,"__proto__":{"isAdmin":true}}') as object;
  const applied = applyCorrection({ a: 1 }, { a: 1 }, corrected) as Record<string, unknown>;
  expect(applied['isAdmin']).toBeUndefined();
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});
