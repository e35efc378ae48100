import type { StatisticsGroup, StatisticsInterval } from '@output-review/contracts';

import { timeOfStep } from '../../domain/statistics/decision-times.ts';
import { intervalsBetween } from '../../domain/statistics/intervals.ts';

export interface StatisticsRequest {
  readonly workspaceId: string;
  readonly from: Date;
  readonly to: Date;
  readonly interval: StatisticsInterval;
  /** Null for one series of everything. */
  readonly groupBy: StatisticsGroup | null;
}

/** Of whole intervals, from one begin on and before an end. */
export interface StatisticsQuery extends Omit<StatisticsRequest, 'to'> {
  readonly before: Date;
  /** Those with most runs are found. */
  readonly keysMax: number;
}

interface Counts {
  readonly runs: number;
  readonly pass: number;
  readonly flagged: number;
  readonly error: number;
  readonly decided: number;
  readonly costUsd: number;
  readonly judgeCalls: number;
  readonly judgeCostUsd: number;
}

/** What happened in an interval; of intervals in which nothing happened there is nothing. */
export interface Counted extends Counts {
  readonly key: string | null;
  /** When its interval begins. */
  readonly at: Date;
  /** Of all calls together. */
  readonly judgeMs: number;
  /** The steps of time within which half and nine of ten decisions were made; null without any. */
  readonly p50Step: number | null;
  readonly p90Step: number | null;
}

export interface Point extends Counts {
  readonly at: Date;
  readonly meanJudgeMs: number | null;
  readonly p50DecisionMs: number | null;
  readonly p90DecisionMs: number | null;
}

interface Series {
  readonly key: string | null;
  readonly points: readonly Point[];
}

interface Deps {
  readonly findStatistics: (query: StatisticsQuery) => Promise<readonly Counted[]>;
}

// More lines than a picture can show.
const SERIES_MAX = 50;
const NOTHING = {
  ...{ runs: 0, pass: 0, flagged: 0, error: 0, decided: 0, p50Step: null, p90Step: null },
  ...{ costUsd: 0, judgeCalls: 0, judgeCostUsd: 0, judgeMs: 0 },
} as const;

export type ReadStatistics = (request: StatisticsRequest) => Promise<Series[]>;

/** Lays what was counted on a line of intervals without gaps. */
export const makeReadStatistics =
  ({ findStatistics }: Deps): ReadStatistics =>
  async ({ from, to, ...request }) => {
    const { begins, end } = intervalsBetween(from, to, request.interval);
    const counted = await findStatistics({
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
  };

/** Field by field: spread, thousands of points take longer than to find them. */
function toPoint(at: Date, counted: Omit<Counted, 'key' | 'at'>): Point {
  const { judgeCalls, judgeMs, p50Step, p90Step } = counted;
  return {
    at,
    runs: counted.runs,
    pass: counted.pass,
    flagged: counted.flagged,
    error: counted.error,
    decided: counted.decided,
    costUsd: counted.costUsd,
    judgeCalls,
    judgeCostUsd: counted.judgeCostUsd,
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
