import { describe, expect, test } from '@jest/globals';

import { readRetryAfter, retryDelayMs } from './retry.ts';

describe('the retry delay', () => {
  test('doubles up to half a minute, minus up to half of it as jitter', () => {
    const longest = [0, 1, 2, 5, 6, 7, 1_100].map((attempt) => retryDelayMs(attempt, undefined, 0));
    expect(longest).toEqual([500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000]);
    expect(retryDelayMs(2, undefined, 0.5)).toBe(1_500);
    expect(retryDelayMs(2, undefined, 0.999)).toBeGreaterThanOrEqual(1_000);
  });

  test('is at least Retry-After, plus up to half a second of jitter', () => {
    expect(retryDelayMs(0, 7_000, 0)).toBe(7_000);
    expect(retryDelayMs(3, 7_000, 0.5)).toBe(7_250);
  });

  test('grows even if Retry-After stays short', () => {
    expect(retryDelayMs(6, 1_000)).toBeGreaterThan(10_000);
    expect(retryDelayMs(6, 1_000, 0)).toBe(30_000);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');

  test.each([
    ['0', 0],
    ['5', 5_000],
    ['-5', 0],
    ['Mon, 23 Nov 2026 12:00:10 GMT', 10_000],
    ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [' ', undefined],
    [null, undefined],
  ])('of %j means %j ms', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms);
  });
});
