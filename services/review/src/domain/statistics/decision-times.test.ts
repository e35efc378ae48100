import { expect, test } from '@jest/globals';

import { quantile } from './decision-times.ts';
import { countedSpans } from './counted-spans.ts';
import { countIntervals, intervalsBetween } from './intervals.ts';

const stepOf = (ms: number) => Math.floor(4 * Math.log2(ms));

test('a quantile is told within a tenth, whatever the times are', () => {
  for (const ms of [2, 750, 61_000, 3_600_000, 86_400_000]) {
    const told = quantile([{ step: stepOf(ms), n: 5 }], 0.5) ?? 0;
    expect(Math.abs(told - ms) / ms).toBeLessThan(0.1);
  }
});

test('half of the decisions took no longer than the median, nine of ten no longer than the other', () => {
  const times = [
    { step: stepOf(600_000), n: 1 },
    { step: stepOf(1_000), n: 6 },
    { step: stepOf(60_000), n: 3 },
  ];

  expect(quantile(times, 0.5)).toBeLessThan(1_200);
  expect(quantile(times, 0.9)).toBeGreaterThan(50_000);
  expect(quantile(times, 0.9)).toBeLessThan(70_000);
  expect(quantile([], 0.5)).toBeNull();
});

test('intervals begin in UTC, weeks on Mondays', () => {
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

test('a range is one interval of whole hours, counted by days and by the hours at its ends', () => {
  const rangeOf = (from: string, to: string) => {
    const { begins, end } = intervalsBetween(new Date(from), new Date(to), 'range');
    const [first = end] = begins;
    return countedSpans(first, end, 'range').map(({ length, from: begin, before }) =>
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
  expect(countIntervals(new Date(0), new Date(1), 'range')).toBe(1);
});
