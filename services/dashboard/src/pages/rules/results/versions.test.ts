import { expect, test } from '@jest/globals';

import type { VersionResults } from './queries.ts';
import { readResultsSearch } from './search.ts';
import { findWorsenings, groupByRule, lastWorsening, worseModel } from './versions.ts';

type Interval = readonly [low: number, high: number] | null;

const version = (ruleId: string, n: number, interval: Interval = null) =>
  ({
    ...{ ruleId, ruleName: ruleId, version: n },
    agreement: interval && {
      low: interval[0],
      value: (interval[0] + interval[1]) / 2,
      high: interval[1],
    },
  }) as VersionResults;

test('groups a renamed rule under its current name', () => {
  const named = (ruleName: string, ruleId: string, n: number) => ({
    ...version(ruleId, n),
    ruleName,
  });
  const rules = groupByRule([named('Aa', 'r1', 1), named('Mm', 'r2', 1), named('Zz', 'r1', 2)]);
  expect(rules.map(({ ruleId, newest }) => [ruleId, newest.version])).toEqual([
    ['r2', 1],
    ['r1', 2],
  ]);
  expect(rules[1]?.versions.map((each) => each.version)).toEqual([2, 1]);
});

test('a version is worse than the one before only if their intervals are apart', () => {
  const apart = { versions: [version('r', 2, [0.5, 0.7]), version('r', 1, [0.71, 0.9])] };
  expect(lastWorsening(apart)).toMatchObject({ worse: { version: 2 }, before: { version: 1 } });
  for (const before of [[0.7, 0.9], [0.3, 0.4], null] as const) {
    const versions = [version('r', 2, [0.5, 0.7]), version('r', 1, before)];
    expect(findWorsenings({ versions })).toEqual([]);
  }
});

test('skips versions without an estimate, and drops a worsening that was fixed', () => {
  const old = version('r', 1, [0.8, 0.9]);
  const worse = version('r', 3, [0.5, 0.6]);
  const unknown = { versions: [version('r', 4), worse, version('r', 2), old] };
  expect(lastWorsening(unknown)).toMatchObject({ worse: { version: 3 }, before: { version: 1 } });
  const mended = { versions: [version('r', 4, [0.85, 0.95]), worse, old] };
  expect(lastWorsening(mended)).toBeNull();
  expect(findWorsenings(mended)).toHaveLength(1);
});

test('a model is worse than the one before if their intervals are apart and their days differ', () => {
  const model = (day: number, interval: Interval) => ({
    ...{ ...version('r', 1, interval), model: `of day ${day}` },
    ...{ from: `2026-01-0${day}`, to: '2026-01-09' },
  });
  const of = (...models: ReturnType<typeof model>[]) =>
    worseModel({ newest: { ...version('r', 1), models } });
  const before = model(1, [0.8, 0.9]);
  expect(of(model(3, [0.5, 0.7]), model(2, null), before)).toMatchObject({
    ...{ worse: { model: 'of day 3' }, before: { model: 'of day 1' } },
  });
  expect(of(model(2, [0.5, 0.8]), before)).toBeNull();
  expect(of(model(1, [0.5, 0.7]), before)).toBeNull();
  expect(of(before)).toBeNull();
});

test('reads search params as far as the API accepts them', () => {
  const search = { project: 'A', task: 'B', from: '2026-01-01', to: '2026-01-01', labels: 'all' };
  expect(readResultsSearch(search)).toEqual(search);
  expect(
    readResultsSearch({ task: 'B', from: '2026-01-02', to: '2026-01-01', labels: 'x' }),
  ).toEqual({});
  expect(readResultsSearch({ from: '2026-13-01', to: 7 })).toEqual({});
});
