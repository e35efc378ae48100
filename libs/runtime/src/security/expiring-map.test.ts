import { expect, test } from '@jest/globals';

import { ExpiringMap } from './expiring-map.ts';

test('keeps an entry until it expires', () => {
  const map = new ExpiringMap<string>(10);
  map.set('a', 'value', 100);

  expect(map.get('a', 99)).toBe('value');
  expect(map.get('a', 100)).toBeUndefined();
});

test('evicts the oldest entry when full', () => {
  const map = new ExpiringMap<number>(2);
  map.set('a', 1, 100);
  map.set('b', 2, 100);
  map.set('a', 3, 100);
  map.set('c', 4, 100);

  expect([map.get('a', 0), map.get('b', 0), map.get('c', 0)]).toEqual([3, undefined, 4]);
});
