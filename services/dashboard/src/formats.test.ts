import { expect, test } from '@jest/globals';

import {
  endOfDay,
  formatSince,
  formatUsd,
  formatZonedTime,
  readDay,
  startOfDay,
  toPercent,
  toRate,
} from './formats.ts';

declare const process: { readonly env: Record<string, string | undefined> };

// In the local time zone; 5 January is a Monday.
const at = (day: number, hour: number, minute = 0) => new Date(2026, 0, day, hour, minute);

test.each([
  [at(5, 10), at(7, 9), 'in 2 days'],
  [at(5, 10), at(6, 11), 'tomorrow'],
  [at(5, 20), at(7, 2), 'in 2 days'],
  [at(7, 1), at(5, 23, 30), '2 days ago'],
  [at(7, 12), at(6, 11), 'yesterday'],
])('counts calendar days: at %s, %s is %s', (now, time, words) => {
  expect(formatSince(time, now.getTime())).toBe(words);
});

test.each([
  [-59_000, 'just now'],
  [0, 'just now'],
  [59_000, 'now'],
])('distinguishes the recent past from the near future: %s ms', (sinceMs, words) => {
  const now = at(5, 10).getTime();
  expect(formatSince(new Date(now + sinceMs), now)).toBe(words);
});

test('includes the time zone', () => {
  expect(formatZonedTime(at(5, 10))).toMatch(/ [A-Z]{3,4}[-+:\d]*$/);
});

test('a rate round-trips through its field as typed, and an empty field is null', () => {
  const typed = Array.from({ length: 1001 }, (_, n) => String(n / 10));
  expect(typed.map((percent) => toPercent(toRate(percent)))).toEqual(typed);
  expect(toRate('7')).toBe(0.07);
  expect(toRate('0.001')).toBe(0.00001);
  expect([toRate(' '), toPercent(null)]).toEqual([null, '']);
});

test('a day ends with its last millisecond, and only real days are read', () => {
  expect(endOfDay('2026-01-05').getTime()).toBe(at(6, 0).getTime() - 1);
  expect(readDay('2026-01-05')).toBe('2026-01-05');
  for (const wrong of [
    '2026-13-05',
    '2026-02-30',
    '+012026-01-05',
    '2026-1-5',
    '2026-01-05T10:00',
    20260105,
  ]) {
    expect(readDay(wrong)).toBeUndefined();
  }
});

test.each([
  ['America/Santiago', '2026-04-04', 25],
  ['America/Nuuk', '2026-03-28', 23],
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Havana', '2026-11-01', 25],
])(
  'a day ends where the next one begins, also if clocks change at midnight: %s',
  (zone, day, hours) => {
    const { TZ } = process.env;
    process.env['TZ'] = zone;
    try {
      expect(endOfDay(day).getTime() + 1 - startOfDay(day).getTime()).toBe(hours * 3_600_000);
    } finally {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    }
  },
);

test('amounts below a dollar have hundredths of a cent, where there are any', () => {
  expect([0, 0.0042, 1.0042].map(formatUsd)).toEqual(['$0.00', '$0.0042', '$1.00']);
});
