import type { StatisticsGroup, StatisticsInterval } from '@output-review/contracts';

import { quantile, type TimesOfStep } from '../../domain/statistics/decision-times.ts';
import { INTERVAL_MS, intervalsBetween } from '../../domain/statistics/intervals.ts';

export interface StatisticsRequest {
  readonly workspaceId: string;
  readonly from: Date;
  readonly to: Date;
  readonly interval: StatisticsInterval;
  /** Null for one series of everything. */
  readonly groupBy: StatisticsGroup | null;
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
}

/** Of intervals in which nothing happened there is nothing. */
export interface CountedHours {
  readonly counts: readonly (Place & Counts)[];
  readonly times: readonly (Place & TimesOfStep)[];
}

export interface Point extends Counts {
  readonly at: Date;
  readonly p50DecisionMs: number | null;
  readonly p90DecisionMs: number | null;
}

interface Series {
  readonly key: string | null;
  readonly points: readonly Point[];
}

interface Deps {
  /** Of whole hours, from one on and before another. */
  readonly findStatistics: (
    request: StatisticsRequest & { readonly before: Date },
  ) => Promise<CountedHours>;
}

// More lines than a picture can show.
const SERIES_MAX = 50;
const NOTHING: Counts = { runs: 0, pass: 0, flagged: 0, error: 0, decided: 0, costUsd: 0 };

export type ReadStatistics = (request: StatisticsRequest) => Promise<Series[]>;

/** Lays what was counted on a line of intervals without gaps. */
export const makeReadStatistics =
  ({ findStatistics }: Deps): ReadStatistics =>
  async (request) => {
    const begins = intervalsBetween(request.from, request.to, request.interval);
    const { from, to, interval } = request;
    const [first = from, last = to] = [begins[0], begins.at(-1)];
    const before = new Date(last.getTime() + INTERVAL_MS[interval]);
    const { counts, times } = await findStatistics({ ...request, from: first, before });
    const countsAt = new Map(counts.map((count) => [placeOf(count), count]));
    const timesAt = grouped(times);
    const pointOf = (key: string | null, at: Date): Point => {
      const place = placeOf({ key, at });
      const { runs, pass, flagged, error, decided, costUsd } = countsAt.get(place) ?? NOTHING;
      const ofPlace = timesAt.get(place) ?? [];
      const [p50DecisionMs, p90DecisionMs] = [quantile(ofPlace, 0.5), quantile(ofPlace, 0.9)];
      return { at, runs, pass, flagged, error, decided, costUsd, p50DecisionMs, p90DecisionMs };
    };
    return keysByRuns(counts)
      .slice(0, SERIES_MAX)
      .map((key) => ({ key, points: begins.map((at) => pointOf(key, at)) }));
  };

function placeOf({ key, at }: Place): string {
  return `${at.getTime()} ${key === null ? '' : `=${key}`}`;
}

function grouped(times: CountedHours['times']): Map<string, TimesOfStep[]> {
  const groups = new Map<string, TimesOfStep[]>();
  for (const time of times) {
    const group = groups.get(placeOf(time));
    if (group) group.push(time);
    else groups.set(placeOf(time), [time]);
  }
  return groups;
}

/** Those with most runs first. */
function keysByRuns(counts: CountedHours['counts']): (string | null)[] {
  const runs = new Map<string | null, number>();
  for (const count of counts) runs.set(count.key, (runs.get(count.key) ?? 0) + count.runs);
  return [...runs].sort(([, one], [, other]) => other - one).map(([key]) => key);
}
