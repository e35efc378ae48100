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

/** A chart may lag by this much. */
export const countNews = job({
  name: 'count events',
  everyMs: 1_000,
  run: ({ db }, signal) => countHappened(db, signal),
});

// More lines than a chart can show.
const SERIES_MAX = 50;

/** Arranges the counts into intervals without gaps. */
export async function readStatistics(
  db: SqlClient,
  { from, to, ...request }: StatisticsRequest,
): Promise<Series[]> {
  const { begins, end } = intervalsBetween(from, to, request.interval);
  const counted = await findStatistics(db, {
    ...{ ...request, from: begins[0] ?? from, before: end },
    keysMax: SERIES_MAX,
  });
  const times = begins.map((begin) => ({ atMs: begin.getTime(), at: begin.toISOString() }));
  return counted.map((columns) => {
    const places = new Map(columns.atMs.map((atMs, place) => [atMs, place]));
    const points = times.map(({ atMs, at }) => toPoint(at, columns, places.get(atMs)));
    return { key: columns.key, points };
  });
}

/** Copies field by field: spreading thousands of points takes longer than finding them. */
function toPoint(at: string, columns: Counted, place: number | undefined): Point {
  const countOf = (column: readonly number[]): number =>
    place === undefined ? 0 : (column[place] ?? 0);
  const timeOf = (column: readonly (number | null)[]): number | null => {
    const step = place === undefined ? null : (column[place] ?? null);
    return step === null ? null : timeOfStep(step);
  };
  const judgeCalls = countOf(columns.judgeCalls);
  return {
    at,
    runs: countOf(columns.runs),
    pass: countOf(columns.pass),
    flagged: countOf(columns.flagged),
    error: countOf(columns.error),
    decided: countOf(columns.decided),
    overridden: countOf(columns.overridden),
    costUsd: countOf(columns.costUsd),
    judgeCalls,
    judgeCostUsd: countOf(columns.judgeCostUsd),
    shadowJudgeCalls: countOf(columns.shadowJudgeCalls),
    shadowJudgeCostUsd: countOf(columns.shadowJudgeCostUsd),
    meanJudgeMs: judgeCalls === 0 ? null : Math.round(countOf(columns.judgeMs) / judgeCalls),
    p50DecisionMs: timeOf(columns.p50Step),
    p90DecisionMs: timeOf(columns.p90Step),
  };
}
