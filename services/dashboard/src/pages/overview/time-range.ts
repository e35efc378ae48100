export const INTERVALS = ['hour', 'day', 'week'] as const;
/** The interval of a chart, in UTC, as the API counts it. */
export type Interval = (typeof INTERVALS)[number];

export const PRESETS = ['24h', '7d', '30d'] as const;
/** A range that ends now. */
export type Preset = (typeof PRESETS)[number];

/** Both ends are inclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const PRESET_MS: Readonly<Record<Preset, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
};
// 1 January 1970 was a Thursday; weeks start on Monday.
const FIRST_MONDAY_MS = 4 * DAY_MS;
// More bars are too thin to tell apart.
const POINTS_MAX = 200;
// With more points, the next longer interval is easier to read.
const POINTS_GOOD = 92;

/** The range of a view: one that ends now, or between two times. */
export type RangeChoice =
  | { readonly preset: Preset }
  | { readonly preset: null; readonly from: Date; readonly to: Date };

/**
 * The counted range: whole hours, as the API counts, until the end of the current hour, so that requests stay the same
 * within an hour.
 */
export function rangeOf(choice: RangeChoice, now: number): TimeRange {
  if (choice.preset === null) {
    return { from: beginOf(choice.from, 'hour'), to: endOf(choice.to, 'hour') };
  }
  const to = endOf(new Date(now), 'hour');
  const from = new Date(to.getTime() + 1 - PRESET_MS[choice.preset]);
  // Seven days are today and the six days before.
  if (choice.preset === '24h') return { from, to };
  return { from: beginOf(new Date(from.getTime() + DAY_MS - 1), 'day'), to };
}

/**
 * Extends a range to whole intervals, so that charts, figures and lists cover the same time. The current interval ends
 * with the current hour.
 */
export function wholeRange({ from, to }: TimeRange, interval: Interval, now: number): TimeRange {
  const end = Math.min(endOf(to, interval).getTime(), endOf(new Date(now), 'hour').getTime());
  return { from: beginOf(from, interval), to: new Date(Math.max(to.getTime(), end)) };
}

/** The intervals that suit a range, at least one. */
export function intervalsFor(range: TimeRange): readonly Interval[] {
  const length = lengthOf(range);
  const fit = INTERVALS.filter(
    (interval) => INTERVAL_MS[interval] < length && length / INTERVAL_MS[interval] <= POINTS_MAX,
  );
  if (fit.length > 0) return fit;
  return length <= HOUR_MS ? ['hour'] : ['week'];
}

/** The default interval. */
export function usualInterval(range: TimeRange): Interval {
  const fit = intervalsFor(range);
  const length = lengthOf(range);
  if (length <= 2 * DAY_MS && fit.includes('hour')) return 'hour';
  const good = fit.find((each) => each !== 'hour' && length / INTERVAL_MS[each] <= POINTS_GOOD);
  return good ?? fit.at(-1) ?? 'week';
}

/** The previous range of the same length and hours of the day, so that a partial day is compared with a partial day. */
export function previousRange({ from, to }: TimeRange, interval: Interval): TimeRange {
  const unit = interval === 'hour' ? HOUR_MS : DAY_MS;
  const shift = Math.ceil(lengthOf({ from, to }) / unit) * unit;
  return { from: new Date(from.getTime() - shift), to: new Date(to.getTime() - shift) };
}

function lengthOf({ from, to }: TimeRange): number {
  return to.getTime() - from.getTime();
}

function beginOf(time: Date, interval: Interval): Date {
  const length = INTERVAL_MS[interval];
  const offset = interval === 'week' ? FIRST_MONDAY_MS : 0;
  return new Date(Math.floor((time.getTime() - offset) / length) * length + offset);
}

/** The last millisecond of the interval, since searches include both ends. */
function endOf(time: Date, interval: Interval): Date {
  return new Date(beginOf(time, interval).getTime() + INTERVAL_MS[interval] - 1);
}

/** The search params for the outputs of a range. */
export function outputsOf({ from, to }: TimeRange) {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** The search params for an interval; the first and last may extend beyond the range. */
export function outputsAt(at: string, interval: Interval) {
  const time = new Date(at);
  return outputsOf({ from: beginOf(time, interval), to: endOf(time, interval) });
}
