import { expect, test } from '@jest/globals';

import type { Logger } from '../../../../libs/runtime/src/base/logger.ts';
import { silentLog } from '../../../../libs/runtime/src/testing/silent-log.ts';
import { type ClockReading, ClockSkew } from './clock-skew.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

/** A clock that is ahead by so much, asked at an instant, with an answer that takes a while. */
function reading(aheadMs: number, { at = 0, tookMs = 1 } = {}): ClockReading {
  return { at: new Date(NOON + at + tookMs / 2 + aheadMs), askedAt: at, answeredAt: at + tookMs };
}

function aSkew(): { readonly skew: ClockSkew; readonly warned: object[] } {
  const warned: object[] = [];
  const log: Logger = { ...silentLog, warn: (fields) => void warned.push(fields) };
  return { skew: new ClockSkew(log), warned };
}

test.each([5_000, -5_000])('a clock that is ahead by %i ms is told once', (aheadMs) => {
  const { skew, warned } = aSkew();

  skew.compare(reading(aheadMs), reading(0, { at: 10 }));
  skew.compare(reading(aheadMs, { at: 1_000 }), reading(0, { at: 1_010 }));

  expect(skew.ms).toBe(aheadMs);
  expect(warned).toEqual([{ skewMs: aheadMs }]);
});

test.each([
  [5_000, "its clock is 5.0 s ahead of PostgreSQL's"],
  [-660_000, "its clock is 660.0 s behind PostgreSQL's"],
  [900, null],
])('a clock that is ahead by %i ms is distrusted from a second on', (aheadMs, distrust) => {
  const { skew } = aSkew();

  skew.compare(reading(aheadMs), reading(0, { at: 10 }));
  expect(skew.distrust).toBe(distrust);

  skew.compare(reading(0), reading(0, { at: 10 }));
  expect(skew.distrust).toBeNull();
});

test('clocks that agree are at peace, also after they did not', () => {
  const { skew, warned } = aSkew();
  skew.compare(reading(5_000), reading(0));

  skew.compare(reading(20), reading(0));

  expect(skew.ms).toBe(0);
  expect(warned).toHaveLength(1);
});

test('a slow answer is not taken for a clock that is wrong', () => {
  const { skew, warned } = aSkew();

  skew.compare(reading(1_500, { tookMs: 3_000 }), reading(0));

  expect([skew.ms, skew.distrust, warned]).toEqual([0, null, []]);
});

test.each([
  ['an answer too slow to tell', 1_500, 1_300, false],
  ['one that is right and too slow to tell', 0, 1_300, false],
  ['clocks that are nearly apart', 900, 1, false],
  ['clocks that agree', 400, 100, true],
])('after %s, a clock that was wrong is trusted: %s ms ahead, read in %s ms: %s', (...of) => {
  const [, aheadMs, tookMs, isTrusted] = of;
  const { skew } = aSkew();
  skew.compare(reading(1_500), reading(0));

  skew.compare(reading(aheadMs), reading(0, { tookMs }));

  expect(skew.distrust === null).toBe(isTrusted);
});
