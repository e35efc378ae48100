import { expect, test } from '@jest/globals';

import { formatSince, formatZonedTime } from './formats.ts';

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
