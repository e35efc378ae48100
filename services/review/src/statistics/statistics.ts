import type { SqlClient } from '@output-review/runtime';

import { job } from '../context.ts';
import { countHappened } from './count.sql.ts';
import { intervalsBetween, timeOfStep } from './statistics.pure.ts';
import {
  type Counted,
  findStatistics,
  type Point,
  type Series,
  type StatisticsRequest,
} from './statistics.sql.ts';

/** A picture may be that late. */
export const countNews = job({
  name: 'count what happened',
  everyMs: 1_000,
  run: ({ db }, signal) => countHappened(db, signal),
});

// More lines than a picture can show.
const SERIES_MAX = 50;

const NOTHING = {
  ...{
    runs: 0,
    pass: 0,
    flagged: 0,
    error: 0,
    decided: 0,
    overridden: 0,
    p50Step: null,
    p90Step: null,
  },
  ...{ costUsd: 0, judgeCalls: 0, judgeCostUsd: 0, judgeMs: 0 },
  ...{ shadowJudgeCalls: 0, shadowJudgeCostUsd: 0 },
} as const;

/** Lays what was counted on a line of intervals without gaps. */
export async function readStatistics(
  db: SqlClient,
  { from, to, ...request }: StatisticsRequest,
): Promise<Series[]> {
  const { begins, end } = intervalsBetween(from, to, request.interval);
  const counted = await findStatistics(db, {
    ...{ ...request, from: begins[0] ?? from, before: end },
    keysMax: SERIES_MAX,
  });
  const byPlace = new Map(counted.map((counts) => [placeOf(counts), counts]));
  const pointOf = (key: string | null, at: Date): Point =>
    toPoint(at, byPlace.get(placeOf({ key, at })) ?? NOTHING);
  return keysByRuns(counted).map((key) => ({
    key,
    points: begins.map((at) => pointOf(key, at)),
  }));
}

/** Field by field: spread, thousands of points take longer than to find them. */
function toPoint(at: Date, counted: Omit<Counted, 'key' | 'at'>): Point {
  const { judgeCalls, judgeMs, p50Step, p90Step } = counted;
  return {
    at: at.toISOString(),
    runs: counted.runs,
    pass: counted.pass,
    flagged: counted.flagged,
    error: counted.error,
    decided: counted.decided,
    overridden: counted.overridden,
    costUsd: counted.costUsd,
    judgeCalls,
    judgeCostUsd: counted.judgeCostUsd,
    shadowJudgeCalls: counted.shadowJudgeCalls,
    shadowJudgeCostUsd: counted.shadowJudgeCostUsd,
    meanJudgeMs: judgeCalls === 0 ? null : Math.round(judgeMs / judgeCalls),
    p50DecisionMs: p50Step === null ? null : timeOfStep(p50Step),
    p90DecisionMs: p90Step === null ? null : timeOfStep(p90Step),
  };
}

function placeOf({ key, at }: Pick<Counted, 'key' | 'at'>): string {
  return `${at.getTime()} ${key === null ? '' : `=${key}`}`;
}

/** Those with most runs first. */
function keysByRuns(counted: readonly Counted[]): (string | null)[] {
  const runsOf = new Map<string | null, number>();
  for (const { key, runs } of counted) runsOf.set(key, (runsOf.get(key) ?? 0) + runs);
  return [...runsOf].sort(([, one], [, other]) => other - one).map(([key]) => key);
}
