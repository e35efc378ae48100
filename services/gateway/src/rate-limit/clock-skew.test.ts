import { expect, test } from '@jest/globals';

import type { Logger } from '../../../../libs/runtime/src/base/logger.ts';
import { silentLog } from '../../../../libs/runtime/src/testing/silent-log.ts';
import { type ClockReading, ClockSkew } from './clock-skew.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

/** A reading of a clock that is ahead, at a given time, with an answer that takes a while. */
function reading(aheadMs: number, { at = 0, tookMs = 1 } = {}): ClockReading {
  return { at: new Date(NOON + at + tookMs / 2 + aheadMs), askedAt: at, answeredAt: at + tookMs };
}

function aSkew(): { readonly skew: ClockSkew; readonly warned: object[] } {
  const warned: object[] = [];
  const log: Logger = { ...silentLog, warn: (fields) => void warned.push(fields) };
  return { skew: new ClockSkew(log), warned };
}

test.each([5_000, -5_000])('logs a clock that is ahead by %i ms once', (aheadMs) => {
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
])('distrusts a clock that is ahead by %i ms only from one second on', (aheadMs, distrust) => {
  const { skew } = aSkew();

  skew.compare(reading(aheadMs), reading(0, { at: 10 }));
  expect(skew.distrust).toBe(distrust);

  skew.compare(reading(0), reading(0, { at: 10 }));
  expect(skew.distrust).toBeNull();
});

test('clocks that agree again have no skew and log nothing more', () => {
  const { skew, warned } = aSkew();
  skew.compare(reading(5_000), reading(0));

  skew.compare(reading(20), reading(0));

  expect(skew.ms).toBe(0);
  expect(warned).toHaveLength(1);
});

test('a slow answer does not count as a wrong clock', () => {
  const { skew, warned } = aSkew();

  skew.compare(reading(1_500, { tookMs: 3_000 }), reading(0));

  expect([skew.ms, skew.distrust, warned]).toEqual([0, null, []]);
});

test.each([
  ['an answer too slow to tell', 1_500, 1_300, false],
  ['one that is right and too slow to tell', 0, 1_300, false],
  ['clocks that are nearly apart', 900, 1, false],
  ['clocks that agree', 400, 100, true],
])('after %s (%s ms ahead, read in %s ms), trusts a clock that was wrong: %s', (...of) => {
  const [, aheadMs, tookMs, isTrusted] = of;
  const { skew } = aSkew();
  skew.compare(reading(1_500), reading(0));

  skew.compare(reading(aheadMs), reading(0, { tookMs }));

  expect(skew.distrust === null).toBe(isTrusted);
});
