import { describe, expect, test } from '@jest/globals';

import { findShortCrowds, fullestMinute } from './accepted-times.ts';

describe('fullestMinute', () => {
  test('excludes the end of a span', () => {
    expect(fullestMinute([0, 1, 59_999])).toBe(3);
    expect(fullestMinute([60_000, 0, 1])).toBe(2);
    expect(fullestMinute([])).toBe(0);
  });
});

describe('findShortCrowds', () => {
  test('returns the crowds with fewer accepted submissions than free slots', () => {
    const first = { begunAt: 0, acceptedAt: [1, 2, 3] };

    expect(findShortCrowds([first], 3)).toEqual([]);
    expect(findShortCrowds([first], 4)).toEqual(['crowd 0: 3 of 4']);
    expect(findShortCrowds([first, { begunAt: 60_002, acceptedAt: [60_003] }], 3)).toEqual([
      'crowd 1: 1 of 2',
    ]);
    expect(findShortCrowds([first, { begunAt: 30_000, acceptedAt: [] }], 3)).toEqual([]);
  });
});
