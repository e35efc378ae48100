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

interface Place {
  readonly key: string | null;
  /** When its interval begins. */
  readonly at: Date;
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

interface JudgeTime {
  /** Of all calls together. */
  readonly judgeMs: number;
}

interface DecisionSteps {
  readonly p50: number;
  readonly p90: number;
}

/** Of intervals in which nothing happened there is nothing. */
export interface Counted {
  readonly counts: readonly (Place & Counts & JudgeTime)[];
  /** Where there were decisions: the steps of time within which half and nine of ten were made. */
  readonly steps: readonly (Place & DecisionSteps)[];
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
  readonly findStatistics: (query: StatisticsQuery) => Promise<Counted>;
}

// More lines than a picture can show.
const SERIES_MAX = 50;
const NOTHING: Counts & JudgeTime = {
  ...{ runs: 0, pass: 0, flagged: 0, error: 0, decided: 0 },
  ...{ costUsd: 0, judgeCalls: 0, judgeCostUsd: 0, judgeMs: 0 },
};

export type ReadStatistics = (request: StatisticsRequest) => Promise<Series[]>;

/** Lays what was counted on a line of intervals without gaps. */
export const makeReadStatistics =
  ({ findStatistics }: Deps): ReadStatistics =>
  async ({ from, to, ...request }) => {
    const { begins, end } = intervalsBetween(from, to, request.interval);
    const { counts, steps } = await findStatistics({
      ...{ ...request, from: begins[0] ?? from, before: end },
      keysMax: SERIES_MAX,
    });
    const countsAt = new Map(counts.map((count) => [placeOf(count), count]));
    const stepsAt = new Map(steps.map((step) => [placeOf(step), step]));
    const pointOf = (key: string | null, at: Date): Point => {
      const place = placeOf({ key, at });
      return { at, ...shown(countsAt.get(place) ?? NOTHING), ...times(stepsAt.get(place)) };
    };
    return keysByRuns(counts).map((key) => ({ key, points: begins.map((at) => pointOf(key, at)) }));
  };

function shown(counts: Counts & JudgeTime): Counts & Pick<Point, 'meanJudgeMs'> {
  const { runs, pass, flagged, error, decided, costUsd, judgeCalls, judgeCostUsd, judgeMs } =
    counts;
  const meanJudgeMs = judgeCalls === 0 ? null : Math.round(judgeMs / judgeCalls);
  return { runs, pass, flagged, error, decided, costUsd, judgeCalls, judgeCostUsd, meanJudgeMs };
}

function times(steps?: DecisionSteps): Pick<Point, 'p50DecisionMs' | 'p90DecisionMs'> {
  if (!steps) return { p50DecisionMs: null, p90DecisionMs: null };
  return { p50DecisionMs: timeOfStep(steps.p50), p90DecisionMs: timeOfStep(steps.p90) };
}

function placeOf({ key, at }: Place): string {
  return `${at.getTime()} ${key === null ? '' : `=${key}`}`;
}

/** Those with most runs first. */
function keysByRuns(counts: Counted['counts']): (string | null)[] {
  const runs = new Map<string | null, number>();
  for (const count of counts) runs.set(count.key, (runs.get(count.key) ?? 0) + count.runs);
  return [...runs].sort(([, one], [, other]) => other - one).map(([key]) => key);
}
