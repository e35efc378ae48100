import { expect, test } from '@jest/globals';

import { findTextHazards, mayHaveTextHazards } from './text-hazards.ts';

test.each(['__proto__', 'constructor', 'prototype'])(
  'the name %s is found at the top and further in',
  (name) => {
    const value: unknown = JSON.parse(`{"${name}": 1, "inner": [{"${name}": {}}]}`);

    expect(Object.entries(findTextHazards(value))).toEqual([
      [name, 'This name is not allowed.'],
      [`inner.0.${name}`, 'This name is not allowed.'],
    ]);
  },
);

test('U+0000 and half surrogate pairs are found in values and in names', () => {
  const value = { a: ['x', '\u0000'], b: '\ud800', c: { '\udc00': 1 } };

  expect(findTextHazards(value)).toEqual({
    'a.1': 'Must not contain the character U+0000.',
    b: 'Must not contain an unpaired surrogate.',
    c: 'Contains a name with a character that is not allowed.',
  });
});

test('harmless text has no hazards', () => {
  expect(findTextHazards({ text: 'Grüße 👋', list: [1, null, true] })).toEqual({});
});

test.each([
  String.raw`{"a": "\u0000"}`,
  String.raw`{"a": "\uD83d"}`,
  '{"__proto__": 1}',
  String.raw`{"\u005f_proto__": 1}`,
  String.raw`{"\u0063onstructor": 1}`,
  String.raw`{"construc\u0074or": 1}`,
])('the text %s is looked into', (json) => {
  expect(mayHaveTextHazards(json)).toBe(true);
});

test('a text without escapes and without such names is not looked into', () => {
  expect(mayHaveTextHazards('{"output": "She is the constructor of it."}')).toBe(false);
});
