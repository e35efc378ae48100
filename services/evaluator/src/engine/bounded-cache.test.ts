import { expect, test } from '@jest/globals';

import { BoundedCache } from './bounded-cache.ts';

test('evicts the least recently used entries until the rest fits', () => {
  const cache = new BoundedCache<string>(100);
  for (const key of ['a', 'b', 'c']) cache.add(key, key, () => 30);

  cache.get('a');
  cache.add('d', 'd', () => 35);

  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd']);
  expect(cache.bytes).toBe(95);
});

test('uses the current size of a value that has grown', () => {
  const cache = new BoundedCache<string>(100);
  let bytes = 10;
  cache.add('grows', 'grows', () => bytes);
  bytes = 90;

  cache.add('next', 'next', () => 20);

  expect(cache.get('grows')).toBeUndefined();
  expect(cache.bytes).toBe(20);
});

test('keeps a value above the limit, alone', () => {
  const cache = new BoundedCache<string>(100);
  cache.add('small', 'small', () => 1);

  cache.add('large', 'large', () => 1_000);

  expect([cache.get('small'), cache.get('large')]).toEqual([undefined, 'large']);
});
