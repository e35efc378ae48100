import { expect, test } from '@jest/globals';

import { readOverviewSearch, viewOf } from './search.ts';
import { intervalsFor, outputsAt, previousRange, rangeOf } from './time-range.ts';

const NOW = Date.parse('2026-03-04T10:25:00Z');
const DAY_MS = 86_400_000;
const spanOf = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];
const ofDays = (days: number) => ({ from: new Date(NOW - days * DAY_MS), to: new Date(NOW) });

test('a range ends with the current hour and uses intervals that fit it', () => {
  const shown = (range: '24h' | '7d' | '30d') => viewOf({ range }, NOW);

  expect(spanOf(rangeOf({ preset: '24h' }, NOW))).toEqual([
    '2026-03-03T11:00:00.000Z',
    '2026-03-04T10:59:59.999Z',
  ]);
  expect([shown('24h').interval, shown('7d').interval, shown('30d').interval]).toEqual([
    'hour',
    'day',
    'day',
  ]);
  expect(intervalsFor(ofDays(7))).toEqual(['hour', 'day']);
  expect(intervalsFor(ofDays(30))).toEqual(['day', 'week']);
  expect(intervalsFor(ofDays(365))).toEqual(['week']);
  expect(intervalsFor(ofDays(9_000))).toEqual(['week']);
  expect(intervalsFor({ from: new Date(NOW), to: new Date(NOW + 1) })).toEqual(['hour']);
});

test('a view starts with a whole interval, and invalid params fall back to defaults', () => {
  const view = viewOf({ range: '7d' }, NOW);

  expect(spanOf(view.range)).toEqual(['2026-02-26T00:00:00.000Z', '2026-03-04T10:59:59.999Z']);
  expect(viewOf({ range: '30d', interval: 'week' }, NOW).range.from.toISOString()).toBe(
    '2026-02-02T00:00:00.000Z',
  );
  expect(viewOf({ range: '30d', interval: 'hour' }, NOW).interval).toBe('day');
  const own = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T12:30:00Z' };
  expect(viewOf(readOverviewSearch(own), NOW)).toMatchObject({ preset: null, interval: 'hour' });
  expect(readOverviewSearch({ from: own.to, to: own.from, range: '24h' })).toEqual({
    range: '24h',
  });
  // A time that the API refuses, and whose hour has no end.
  expect(readOverviewSearch({ ...own, to: '+275760-09-13T00:00:00Z' })).toEqual({});
  expect(readOverviewSearch({ range: '9y', interval: 'year', by: 'colour', from: 3 })).toEqual({});
});

test('a past view ends with a whole interval, and one of today with the current hour', () => {
  const endOf = (to: string, interval: 'hour' | 'day' | 'week') => {
    const own = { from: '2026-02-10T00:00:00Z', to, interval };
    return viewOf(readOverviewSearch(own), NOW).range.to.toISOString();
  };

  expect(endOf('2026-02-20T22:59:59.999Z', 'day')).toBe('2026-02-20T23:59:59.999Z');
  expect(endOf('2026-02-20T22:59:59.999Z', 'week')).toBe('2026-02-22T23:59:59.999Z');
  expect(endOf('2026-02-16T22:10:00Z', 'hour')).toBe('2026-02-16T22:59:59.999Z');
  expect(endOf('2026-03-04T08:30:00Z', 'day')).toBe('2026-03-04T10:59:59.999Z');
  expect(endOf('2026-03-02T08:30:00Z', 'week')).toBe('2026-03-04T10:59:59.999Z');
  expect(endOf('2026-03-16T22:59:59.999Z', 'day')).toBe('2026-03-16T22:59:59.999Z');
});

test('keeps the chosen times, whatever whole intervals are shown', () => {
  const own = { from: '2026-03-05T23:00:00.000Z', to: '2026-03-16T22:59:59.999Z' };
  const { asked, range } = viewOf(readOverviewSearch(own), NOW);
  expect(spanOf(asked)).toEqual([own.from, own.to]);
  expect(range.from.toISOString()).toBe('2026-03-05T00:00:00.000Z');
  const preset = viewOf({ range: '7d' }, NOW);
  expect(preset.asked).toEqual(preset.range);
});

test('the previous period has the same length and hours of the day', () => {
  const { range, interval } = viewOf({ range: '7d' }, NOW);

  expect(spanOf(previousRange(range, interval))).toEqual([
    '2026-02-19T00:00:00.000Z',
    '2026-02-25T10:59:59.999Z',
  ]);
  expect(spanOf(previousRange(rangeOf({ preset: '24h' }, NOW), 'hour'))).toEqual([
    '2026-03-02T11:00:00.000Z',
    '2026-03-03T10:59:59.999Z',
  ]);
});

test('an interval ends a millisecond before the next one', () => {
  const at = '2026-03-04T10:25:00Z';

  expect(outputsAt(at, 'hour').to).toBe('2026-03-04T10:59:59.999Z');
  expect(outputsAt(at, 'week')).toEqual({
    from: '2026-03-02T00:00:00.000Z',
    to: '2026-03-08T23:59:59.999Z',
  });
});
