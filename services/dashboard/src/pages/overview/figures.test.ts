import { expect, test } from '@jest/globals';

import { groupFigures, passRate, pointChange, relativeChange } from './figures.ts';

const point = (runs: number, flagged: number) => ({
  ...{ at: '2026-03-01T00:00:00.000Z', runs, flagged, pass: runs - flagged, error: 0, decided: 0 },
  ...{ overridden: 0 },
  ...{ costUsd: 0, judgeCalls: 0, judgeCostUsd: 0, meanJudgeMs: null },
  ...{ shadowJudgeCalls: 0, shadowJudgeCostUsd: 0 },
  ...{ p50DecisionMs: null, p90DecisionMs: null },
});

test('passRate is the share of results that passed, and null without results', () => {
  expect(passRate({ runs: 8, pass: 6 })).toBe(0.75);
  expect(passRate({ runs: 0, pass: 0 })).toBeNull();
});

test('compares counts relative to the previous period, and shares by their difference', () => {
  expect(relativeChange(150, 100)).toEqual({ direction: 'up', size: 0.5 });
  expect(relativeChange(0, 100)).toEqual({ direction: 'down', size: 1 });
  expect(relativeChange(100, 100)).toEqual({ direction: 'same', size: 0 });
  expect(relativeChange(5, 0)).toBeNull();
  expect(relativeChange(null, 5)).toBeNull();
  expect(pointChange(0.5, 0.75)).toEqual({ direction: 'down', size: 0.25 });
  expect(pointChange(0.5, 0)).toEqual({ direction: 'up', size: 0.5 });
  expect(pointChange(0.90001, 0.9)).toEqual({ direction: 'same', size: 0 });
  expect(pointChange(null, 0.5)).toBeNull();
});

test('sorts groups by flagged outputs, then by runs', () => {
  const series = [
    { key: 'quiet', points: [point(90, 1)] },
    { key: 'busy', points: [point(100, 1)] },
    { key: 'bad', points: [point(10, 9)] },
  ];

  expect(groupFigures(series).map(({ key }) => key)).toEqual(['bad', 'busy', 'quiet']);
});
