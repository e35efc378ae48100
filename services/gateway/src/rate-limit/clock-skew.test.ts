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

test('clocks that agree are at peace, also after they did not', () => {
  const { skew, warned } = aSkew();
  skew.compare(reading(5_000), reading(0));

  skew.compare(reading(20), reading(0));

  expect(skew.ms).toBe(0);
  expect(warned).toHaveLength(1);
});

test('a slow answer is not taken for a clock that is wrong', () => {
  const { skew, warned } = aSkew();

  skew.compare(reading(300, { tookMs: 600 }), reading(0));

  expect([skew.ms, warned]).toEqual([0, []]);
});
