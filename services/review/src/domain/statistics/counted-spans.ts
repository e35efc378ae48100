import type { StatisticsInterval } from '@output-review/contracts';

import { beginOf, DAY_MS } from './intervals.ts';

/** Counts of one length of time, from one begin on and before another. */
export interface CountedSpan {
  readonly length: 'hour' | 'day';
  readonly from: Date;
  readonly before: Date;
}

/**
 * The counts that make up whole intervals, as few as can be: days where the intervals are made of days,
 * and for a range the days within it and the hours at its ends.
 *
 * @param from the begin of an interval, `before` the end of one.
 */
export function countedSpans(
  from: Date,
  before: Date,
  interval: StatisticsInterval,
): readonly CountedSpan[] {
  if (interval !== 'range') return [{ length: interval === 'hour' ? 'hour' : 'day', from, before }];
  const firstDay = beginOf(new Date(from.getTime() + DAY_MS - 1), 'day');
  const lastDay = beginOf(before, 'day');
  if (firstDay >= lastDay) return [{ length: 'hour', from, before }];
  const spans: readonly CountedSpan[] = [
    { length: 'hour', from, before: firstDay },
    { length: 'day', from: firstDay, before: lastDay },
    { length: 'hour', from: lastDay, before },
  ];
  return spans.filter((span) => span.from < span.before);
}
