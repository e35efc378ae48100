import type { StatisticsInterval } from '@output-review/contracts';

import { beginOf, DAY_MS } from './intervals.ts';

type Length = Exclude<StatisticsInterval, 'range'>;

/** Counts of one length of time, from one begin on and before another. */
export interface CountedSpan {
  readonly length: Length;
  readonly from: Date;
  readonly before: Date;
}

/**
 * The counts that make up whole intervals, as few as can be: for a range the weeks within it, and days and
 * hours at its ends.
 *
 * @param from the begin of an interval, `before` the end of one.
 */
export function countedSpans(
  from: Date,
  before: Date,
  interval: StatisticsInterval,
): readonly CountedSpan[] {
  if (interval !== 'range') return [{ length: interval, from, before }];
  return cover({ length: 'week', from, before });
}

const SHORTER = { week: 'day', day: 'hour', hour: null } as const;
const LENGTHS_MS = { week: 7 * DAY_MS, day: DAY_MS } as const;

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
