import { expect, test } from '@jest/globals';

import { keyedShare } from './keyed-share.ts';

const shares = (key: string) =>
  Array.from({ length: 2_000 }, (_, n) => keyedShare(key, 'w', `o${n}`));

test('a share stays the same, and is another for another key, workspace or id', () => {
  expect(keyedShare('k', 'w', 'o')).toBe(0.08658690437862404);
  expect(keyedShare('k2', 'w', 'o')).not.toBe(keyedShare('k', 'w', 'o'));
  expect(keyedShare('k', 'w2', 'o')).not.toBe(keyedShare('k', 'w', 'o'));
  expect(keyedShare('k', 'w', 'o2')).not.toBe(keyedShare('k', 'w', 'o'));
});

test('as many are below a rate as it says, and none is 1', () => {
  const all = shares('k');

  expect(all.every((share) => share >= 0 && share < 1)).toBe(true);
  expect(all.filter((share) => share < 0.25).length / all.length).toBeCloseTo(0.25, 1);
});
