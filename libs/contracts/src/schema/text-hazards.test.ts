import { expect, test } from '@jest/globals';

import { findTextHazards, mayHaveTextHazards } from './text-hazards.ts';

test.each(['__proto__', 'constructor', 'prototype'])('finds the name %s at any depth', (name) => {
  const value: unknown = JSON.parse(`{"${name}": 1, "inner": [{"${name}": {}}]}`);

  expect(Object.entries(findTextHazards(value))).toEqual([
    [name, 'This name is not allowed.'],
    [`inner.0.${name}`, 'This name is not allowed.'],
  ]);
});

test('finds U+0000 and unpaired surrogates in values and in names', () => {
  const value = { a: ['x', '\u0000'], b: '\ud800', c: { '\udc00': 1 } };

  expect(findTextHazards(value)).toEqual({
    'a.1': 'Must not contain the character U+0000.',
    b: 'Must not contain an unpaired surrogate.',
    c: 'Contains a name with a character that is not allowed.',
  });
});

test('finds nothing in harmless text', () => {
  expect(findTextHazards({ text: 'Grüße 👋', list: [1, null, true] })).toEqual({});
});

test.each([
  String.raw`{"a": "\u0000"}`,
  String.raw`{"a": "\uD83d"}`,
  '{"__proto__": 1}',
  String.raw`{"\u005f_proto__": 1}`,
  String.raw`{"\u0063onstructor": 1}`,
  String.raw`{"construc\u0074or": 1}`,
])('the text %s needs a check', (json) => {
  expect(mayHaveTextHazards(json)).toBe(true);
});

test('a text without escapes and forbidden names needs no check', () => {
  expect(mayHaveTextHazards('{"output": "She is the constructor of it."}')).toBe(false);
});
