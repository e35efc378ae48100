import { expect, test } from '@jest/globals';

import { parseQuery } from './parse-query.ts';

test('decodes values and reads a plus as a space', () => {
  expect(parseQuery('q=a+b%20c&tags=x%2Cy&empty=&bare')).toEqual({
    values: { q: 'a b c', tags: 'x,y', empty: '', bare: '' },
    faults: {},
  });
});

test('keeps an equals sign in a value', () => {
  expect(parseQuery('q=a=b').values).toEqual({ q: 'a=b' });
});

test('reports a repeated or undecodable parameter as its fault', () => {
  const { values, faults } = parseQuery('a=1&a=2&b=%E4');

  expect(faults).toEqual({
    a: 'Must be given only once.',
    b: 'Is not valid percent-encoding.',
  });
  expect(values).toEqual({ a: '1', b: '' });
});

test('keeps an undecodable name as written', () => {
  expect(parseQuery('%E4=1')).toEqual({ values: { '%E4': '1' }, faults: {} });
});

test('names cannot reach the prototype', () => {
  const { values } = parseQuery('__proto__=1&toString=2');

  expect(Object.entries(values)).toEqual([
    ['__proto__', '1'],
    ['toString', '2'],
  ]);
  expect(Object.getPrototypeOf(values)).toBeNull();
});
