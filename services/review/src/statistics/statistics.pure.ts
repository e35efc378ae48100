import type { StatisticsInterval } from '@output-review/contracts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LENGTHS_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const;
// 1970 began on a Thursday; weeks begin on Mondays.
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Intervals without gaps, in UTC. */
export interface Intervals {
  readonly begins: readonly Date[];
  /** Where the last one ends. */
  readonly end: Date;
}

/** All intervals from that of one time to that of another; `range` is one, of whole hours. */
export function intervalsBetween(from: Date, to: Date, interval: StatisticsInterval): Intervals {
  const length = lengthOf(interval);
  const first = beginOf(from, interval);
  const end = new Date(beginOf(to, interval).getTime() + length);
  if (interval === 'range') return { begins: first < end ? [first] : [], end };
  const count = countIntervals(from, to, interval);
  const begins = Array.from({ length: count }, (_, n) => new Date(first.getTime() + n * length));
  return { begins, end };
}

/** How many `intervalsBetween` gives. */
export function countIntervals(from: Date, to: Date, interval: StatisticsInterval): number {
  const ms = beginOf(to, interval).getTime() - beginOf(from, interval).getTime();
  if (ms < 0) return 0;
  return interval === 'range' ? 1 : ms / lengthOf(interval) + 1;
}

/** The latest begin of one at a time or before it. */
function beginOf(time: Date, interval: StatisticsInterval): Date {
  const length = lengthOf(interval);
  const offset = interval === 'week' ? FIRST_MONDAY_MS : 0;
  return new Date(Math.floor((time.getTime() - offset) / length) * length + offset);
}

function lengthOf(interval: StatisticsInterval): number {
  return LENGTHS_MS[interval === 'range' ? 'hour' : interval];
}

export type Length = Exclude<StatisticsInterval, 'range'>;

/** Counts of one length of time, from one begin on and before another. */
export interface CountedSpan {
  readonly length: Length;
  readonly from: Date;
  readonly before: Date;
}

/**
 * The counts that make up a range, as few as can be: the weeks within it, and days and hours at its ends.
 *
 * @param from the begin of an hour, `before` the end of one.
 */
export function countedSpans(from: Date, before: Date): readonly CountedSpan[] {
  return cover({ length: 'week', from, before });
}

const SHORTER = { week: 'day', day: 'hour', hour: null } as const;

/** What has room for none of a length is made up of shorter ones. */
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
 * A time of a step, in ms: from 2^(step/4) on and below 2^((step+1)/4). It is the middle of them, which is
 * wrong by a tenth at most.
 */
export function timeOfStep(step: number): number {
  return Math.round(2 ** ((step + 0.5) / 4));
}
