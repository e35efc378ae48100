import type { StatisticsInterval } from '@output-review/contracts';

const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
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
export function beginOf(time: Date, interval: StatisticsInterval): Date {
  const length = lengthOf(interval);
  const offset = interval === 'week' ? FIRST_MONDAY_MS : 0;
  return new Date(Math.floor((time.getTime() - offset) / length) * length + offset);
}

function lengthOf(interval: StatisticsInterval): number {
  return LENGTHS_MS[interval === 'range' ? 'hour' : interval];
}
