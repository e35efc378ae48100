import { expect, test } from '@jest/globals';

import { countedSpans, countIntervals, intervalsBetween, timeOfStep } from './statistics.pure.ts';

test('a duration is accurate to a tenth, however long', () => {
  for (const ms of [2, 750, 61_000, 3_600_000, 86_400_000]) {
    const told = timeOfStep(Math.floor(4 * Math.log2(ms)));
    expect(Math.abs(told - ms) / ms).toBeLessThan(0.1);
  }
});

test('intervals start in UTC, weeks on Mondays', () => {
  const from = new Date('2026-03-01T22:30:00+01:00');
  const to = new Date('2026-03-03T00:00:00Z');
  const told = (interval: 'hour' | 'day' | 'week') =>
    intervalsBetween(from, to, interval).begins.map((begin) => begin.toISOString());

  expect(told('week')).toEqual(['2026-02-23T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
  expect(told('day')[0]).toBe('2026-03-01T00:00:00.000Z');
  expect(told('day')).toHaveLength(3);
  expect(told('hour')).toHaveLength(28);
  expect(countIntervals(from, to, 'hour')).toBe(28);
  expect(countIntervals(to, from, 'day')).toBe(0);
});

test('a range is one interval of whole hours: weeks, with days and hours at its ends', () => {
  const rangeOf = (from: string, to: string) => {
    const { begins, end } = intervalsBetween(new Date(from), new Date(to), 'range');
    const [first = end] = begins;
    return countedSpans(first, end).map(({ length, from: begin, before }) =>
      [length, begin, before].map((part) => (part instanceof Date ? part.toISOString() : part)),
    );
  };

  expect(rangeOf('2026-03-01T22:30:00Z', '2026-03-04T01:10:00Z')).toEqual([
    ['hour', '2026-03-01T22:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['day', '2026-03-02T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
    ['hour', '2026-03-04T00:00:00.000Z', '2026-03-04T02:00:00.000Z'],
  ]);
  expect(rangeOf('2026-03-01T22:30:00Z', '2026-03-02T01:00:00Z')).toEqual([
    ['hour', '2026-03-01T22:00:00.000Z', '2026-03-02T02:00:00.000Z'],
  ]);
  expect(rangeOf('2026-03-02T00:00:00Z', '2026-03-02T23:59:59Z')).toEqual([
    ['day', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
  ]);
  expect(rangeOf('2026-02-21T23:10:00Z', '2026-03-10T00:20:00Z')).toEqual([
    ['hour', '2026-02-21T23:00:00.000Z', '2026-02-22T00:00:00.000Z'],
    ['day', '2026-02-22T00:00:00.000Z', '2026-02-23T00:00:00.000Z'],
    ['week', '2026-02-23T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
    ['day', '2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z'],
    ['hour', '2026-03-10T00:00:00.000Z', '2026-03-10T01:00:00.000Z'],
  ]);
  expect(countIntervals(new Date(0), new Date(1), 'range')).toBe(1);
});
