import type { StatisticsInterval } from '@output-review/contracts';

const HOUR_MS = 60 * 60_000;
export const INTERVAL_MS: Readonly<Record<StatisticsInterval, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};
// 1970 began on a Thursday; weeks begin on Mondays.
const FIRST_MONDAY_MS = 4 * 24 * HOUR_MS;

/** The beginnings of all intervals from that of one time to that of another, in UTC. */
export function intervalsBetween(from: Date, to: Date, interval: StatisticsInterval): Date[] {
  const length = INTERVAL_MS[interval];
  const first = beginOf(from, interval).getTime();
  const count = Math.floor((beginOf(to, interval).getTime() - first) / length) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => new Date(first + n * length));
}

/** How many `intervalsBetween` gives. */
export function countIntervals(from: Date, to: Date, interval: StatisticsInterval): number {
  const ms = beginOf(to, interval).getTime() - beginOf(from, interval).getTime();
  return ms < 0 ? 0 : ms / INTERVAL_MS[interval] + 1;
}

function beginOf(time: Date, interval: StatisticsInterval): Date {
  const length = INTERVAL_MS[interval];
  const offset = interval === 'week' ? FIRST_MONDAY_MS : 0;
  return new Date(Math.floor((time.getTime() - offset) / length) * length + offset);
}
