import { expect, test } from '@jest/globals';

import { parseQuery } from './parse-query.ts';

test('values are decoded, and a plus is a space', () => {
  expect(parseQuery('q=a+b%20c&tags=x%2Cy&empty=&bare')).toEqual({
    values: { q: 'a b c', tags: 'x,y', empty: '', bare: '' },
    faults: {},
  });
});

test('an equals sign in a value stays', () => {
  expect(parseQuery('q=a=b').values).toEqual({ q: 'a=b' });
});

test('what is repeated or cannot be decoded is a fault of its parameter', () => {
  const { values, faults } = parseQuery('a=1&a=2&b=%E4');

  expect(faults).toEqual({
    a: 'Must be given only once.',
    b: 'Is not valid percent-encoding.',
  });
  expect(values).toEqual({ a: '1', b: '' });
});

test('a name that cannot be decoded stays as it was written', () => {
  expect(parseQuery('%E4=1')).toEqual({ values: { '%E4': '1' }, faults: {} });
});

test('no name reaches into a prototype', () => {
  const { values } = parseQuery('__proto__=1&toString=2');

  expect(Object.entries(values)).toEqual([
    ['__proto__', '1'],
    ['toString', '2'],
  ]);
  expect(Object.getPrototypeOf(values)).toBeNull();
});
