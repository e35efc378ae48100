import type { StatisticsInterval } from '@output-review/contracts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LENGTHS_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const;
// 1970 began on a Thursday. Weeks begin on Mondays.
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Intervals without gaps, in UTC. */
export interface Intervals {
  readonly begins: readonly Date[];
  /** The end of the last one. */
  readonly end: Date;
}

/** All intervals from that of one time to that of another. `range` is a single one of whole hours. */
export function intervalsBetween(from: Date, to: Date, interval: StatisticsInterval): Intervals {
  const length = lengthOf(interval);
  const first = beginOf(from, interval);
  const end = new Date(beginOf(to, interval).getTime() + length);
  if (interval === 'range') return { begins: first < end ? [first] : [], end };
  const count = countIntervals(from, to, interval);
  const begins = Array.from({ length: count }, (_, n) => new Date(first.getTime() + n * length));
  return { begins, end };
}

/** The number of intervals that `intervalsBetween` returns. */
export function countIntervals(from: Date, to: Date, interval: StatisticsInterval): number {
  const ms = beginOf(to, interval).getTime() - beginOf(from, interval).getTime();
  if (ms < 0) return 0;
  return interval === 'range' ? 1 : ms / lengthOf(interval) + 1;
}

/** The latest start of an interval at or before a time. */
function beginOf(time: Date, interval: StatisticsInterval): Date {
  const length = lengthOf(interval);
  const offset = interval === 'week' ? FIRST_MONDAY_MS : 0;
  return new Date(Math.floor((time.getTime() - offset) / length) * length + offset);
}

function lengthOf(interval: StatisticsInterval): number {
  return LENGTHS_MS[interval === 'range' ? 'hour' : interval];
}

export type Length = Exclude<StatisticsInterval, 'range'>;

/** Counts of one length whose start is at or after `from` and before `before`. */
export interface CountedSpan {
  readonly length: Length;
  readonly from: Date;
  readonly before: Date;
}

/**
 * The smallest set of counts that make up a range: the weeks within it, with days and hours at its ends.
 *
 * @param from the start of an hour, `before` the end of one.
 */
export function countedSpans(from: Date, before: Date): readonly CountedSpan[] {
  return cover({ length: 'week', from, before });
}

const SHORTER = { week: 'day', day: 'hour', hour: null } as const;

/** If no interval of a length fits, uses shorter ones. */
function cover({ length, from, before }: CountedSpan): readonly CountedSpan[] {
  if (from >= before) return [];
  const shorter = SHORTER[length];
  if (shorter === null || length === 'hour') return [{ length, from, before }];
  const first = beginOf(new Date(from.getTime() + LENGTHS_MS[length] - 1), length);
  const last = beginOf(before, length);
  if (first >= last) return cover({ length: shorter, from, before });
  return [
    ...cover({ length: shorter, from, before: first }),
    { length, from: first, before: last },
    ...cover({ length: shorter, from: last, before }),
  ];
}

/**
 * The duration of a step, in ms. A step covers 2^(step/4) to below 2^((step+1)/4). Returns their middle, which is off
 * by at most a tenth.
 */
export function timeOfStep(step: number): number {
  return Math.round(2 ** ((step + 0.5) / 4));
}
