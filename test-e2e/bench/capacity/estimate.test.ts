import { expect, test } from '@jest/globals';

import { type CapacityFigures, estimate, evaluatorsFor } from './estimate.pure.ts';

const FIGURES: CapacityFigures = {
  ...{ system: 'embedded', at: '2026-01-01', on: 'a machine' },
  loads: [
    { perSecond: 1, micros: { Node: 14_000 }, logBytes: 40_000, syncsPerSecond: 10 },
    { perSecond: 100, micros: { Node: 2_100 }, logBytes: 20_000, syncsPerSecond: 200 },
    { perSecond: 1_000, micros: { Node: 700 }, logBytes: 10_000, syncsPerSecond: 400 },
  ],
  storedBytes: 5_000,
  submittedBytes: 1_400,
};

test('at a measured rate, a day needs what was measured, with cores at 70 %', () => {
  // 100 per second at the peak.
  const needs = estimate(FIGURES, 2_160_000);

  expect(needs).toMatchObject({ meanPerSecond: 25, peakPerSecond: 100, syncsPerSecond: 200 });
  expect(needs.cores).toBeCloseTo(0.3);
  expect(needs.storedBytesPerDay).toBe(10_800_000_000);
  expect(needs.logBytesPerSecond).toBe(2_000_000);
});

test('between two rates the cost per second is interpolated', () => {
  // 550 per second at the peak, halfway between 100 and 1,000.
  const needs = estimate(FIGURES, (550 * 86_400) / 4);

  expect(needs.syncsPerSecond).toBeCloseTo(300);
  expect(needs.cores).toBeCloseTo((0.21 + 0.7) / 2 / 0.7);
  expect(needs.logBytesPerSecond).toBeCloseTo(6_000_000);
});

test('below the lowest rate the cost per second is constant, above the highest the cost per output', () => {
  expect(estimate(FIGURES, 864).cores).toBeCloseTo(0.02);
  expect(estimate(FIGURES, 864).syncsPerSecond).toBe(10);
  expect(estimate(FIGURES, 216_000_000).cores).toBeCloseTo(10);
});

test.each([
  [0.1, 1],
  [8, 1],
  [100, 13],
])('%s judged outputs per second need %s evaluators', (perSecond, evaluators) => {
  expect(evaluatorsFor(perSecond, { judgeSeconds: 2, callsAtOnce: 16 })).toBe(evaluators);
});
