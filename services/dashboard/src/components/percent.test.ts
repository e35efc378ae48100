import { expect, test } from '@jest/globals';

import { toPercent, toRate } from './percent.ts';

test('a rate round-trips through its field as typed, and an empty field is null', () => {
  const typed = Array.from({ length: 1001 }, (_, n) => String(n / 10));
  expect(typed.map((percent) => toPercent(toRate(percent)))).toEqual(typed);
  expect(toRate('7')).toBe(0.07);
  expect(toRate('0.001')).toBe(0.00001);
  expect([toRate(' '), toPercent(null)]).toEqual([null, '']);
});
