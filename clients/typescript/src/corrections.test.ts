import { expect, test } from '@jest/globals';

import { applyCorrection } from './corrections.ts';

const TWO = {
  a: [
    { to: 'x@y', n: 1 },
    { to: 'z@y', n: 2 },
  ],
};
const MASKED = [
  { to: '[email 1]', n: 1 },
  { to: '[email 2]', n: 2 },
];

// Stored params have `[name]` where a service would mask a value. Ours does not mask; see `applyCorrection`.
test.each([
  ['nothing changed', { a: 1, b: 'x' }, { a: 1, b: 'x' }, { a: 1, b: 'x' }, { a: 1, b: 'x' }],
  ['a value', { a: 1, b: 'x' }, { a: 1, b: 'x' }, { a: 2, b: 'x' }, { a: 2, b: 'x' }],
  ['a key added', { a: 1 }, { a: 1 }, { a: 1, b: [null] }, { a: 1, b: [null] }],
  ['a key removed', { a: 1, b: 2 }, { a: 1, b: 2 }, { b: 2 }, { b: 2 }],
  ['all keys removed', { a: 1 }, { a: 1 }, {}, {}],
  ['the order of keys', { a: 1, b: 2 }, { a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1, b: 2 }],
  ['null for a value', { a: 1 }, { a: 1 }, { a: null }, { a: null }],
  ['a text for a number', { a: 1 }, { a: 1 }, { a: '1' }, { a: '1' }],
  ['an object for a list', { a: [1] }, { a: [1] }, { a: { 0: 1 } }, { a: { 0: 1 } }],
  [
    'a value next to a masked one',
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
    'a list without its first element',
    { to: ['ada@example.com', 'bob@example.com'], n: 1 },
    { to: ['[email]', '[email 2]'], n: 1 },
    { to: ['[email 2]'], n: 1 },
    { to: ['bob@example.com'], n: 1 },
  ],
  [
    'a list with one more element, in another order',
    { to: ['ada@example.com', 'bob@example.com'] },
    { to: ['[email 1]', '[email 2]'] },
    { to: ['[email 2]', 'new@example.com', '[email 1]'] },
    { to: ['bob@example.com', 'new@example.com', 'ada@example.com'] },
  ],
  [
    'a list in another order, with keys in another order',
    { a: TWO.a, n: 1 },
    { a: MASKED, n: 1 },
    {
      a: [
        { n: 2, to: '[email 2]' },
        { n: 1, to: '[email 1]' },
      ],
      n: 1,
    },
    { a: [TWO.a[1], TWO.a[0]], n: 1 },
  ],
  [
    'the same masked value twice',
    { to: ['ada@example.com', 'bob@example.com'], cc: 1 },
    { to: ['[email]', '[email]'], cc: 1 },
    { to: ['[email]', '[email]', 'x'], cc: 1 },
    { to: ['ada@example.com', 'bob@example.com', 'x'], cc: 1 },
  ],
  [
    'one of several equal masked values',
    { to: ['ada@example.com', 'bob@example.com'] },
    { to: ['[email]', '[email]'] },
    { to: ['[email]', 'x'] },
    { to: ['ada@example.com', 'x'] },
  ],
  [
    'equal masked values after another one',
    { to: ['ada@example.com', 'bob@example.com', 'x'] },
    { to: ['[email]', '[email]', 'x'] },
    { to: ['x', '[email]', '[email]'] },
    { to: ['x', 'ada@example.com', 'bob@example.com'] },
  ],
  [
    'a value next to a masked key',
    { 'ada@example.com': 5, n: 1 },
    { '[email]': 5, n: 1 },
    { '[email]': 5, n: 2 },
    { 'ada@example.com': 5, n: 2 },
  ],
  [
    'a value next to a masked number',
    { a: 491 },
    { a: '[phone]' },
    { a: '[phone]', b: 1 },
    { a: 491, b: 1 },
  ],
  ['a masked value removed', { a: 'x@y', b: 1 }, { a: '[email]', b: 1 }, { b: 1 }, { b: 1 }],
  ['one of two equal values removed', { a: [1, 1] }, { a: [1, 1] }, { a: [1] }, { a: [1] }],
])('a correction applies only the differences: %s', (...row) => {
  const [, own, stored, corrected, applied] = row;
  expect(applyCorrection(own, stored, corrected)).toEqual(applied);
});

const TWO_MASKED = {
  a: [
    { to: '[email]', n: 1 },
    { to: '[email]', n: 2 },
  ],
};

test.each([
  [
    'one of two equal elements removed',
    { a: ['x@y', 'z@y'] },
    { a: ['[email]', '[email]'] },
    { a: ['[email]'] },
  ],
  [
    'one more equal element',
    { a: ['x@y', 'z@y'] },
    { a: ['[email]', '[email]'] },
    { a: ['[email]', '[email]', '[email]'] },
  ],
  ['one element removed, and another changed', TWO, TWO_MASKED, { a: [{ to: '[email]', n: 9 }] }],
  [
    'one element moved, and another changed',
    TWO,
    TWO_MASKED,
    {
      a: [
        { to: '[email]', n: 2 },
        { to: '[email]', n: 9 },
      ],
    },
  ],
  ['copied', { a: 'x@y' }, { a: '[email]' }, { a: '[email]', cc: '[email]' }],
  ['moved', { a: 'x@y' }, { a: '[email]' }, { b: '[email]' }],
  ['moved deeper', { a: 'x@y' }, { a: '[email]' }, { a: { to: '[email]' } }],
  ['used as a key', { a: 'x@y' }, { a: '[email]' }, { a: '[email]', '[email]': 1 }],
  ['a key with another value', { 'x@y': 1 }, { '[email]': 1 }, { '[email]': 2 }],
  ['a key removed', { 'x@y': 1, n: 1 }, { '[email]': 1, n: 1 }, { n: 1 }],
])('a mask is never treated as a value: %s', (...row) => {
  const [, own, stored, corrected] = row;
  expect(() => applyCorrection(own, stored, corrected)).toThrow('[email]');
});

test('a correction cannot modify a prototype', () => {
  const corrected = JSON.parse('{"a":1,"__proto__":{"isAdmin":true}}') as object;
  const applied = applyCorrection({ a: 1 }, { a: 1 }, corrected) as Record<string, unknown>;
  expect(applied['isAdmin']).toBeUndefined();
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});
