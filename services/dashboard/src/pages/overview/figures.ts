import type { Answer } from '../../api/client.ts';
import { LOCALE } from '../../formats.ts';
import { texts } from './texts.ts';
import type { Interval } from './time-range.ts';

type Series = Answer<'getStatistics'>['series'][number];
/** The statistics of an interval. */
export type Point = Series['points'][number];

/** The share of results that passed, from 0 to 1; null without any. */
export function passRate({ pass, runs }: Pick<Point, 'pass' | 'runs'>): number | null {
  return runs === 0 ? null : pass / runs;
}

/** A change from the previous period. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** The change without its sign, as a fraction of the previous figure; for shares, the difference. */
  readonly size: number;
}

/** For counts and times; null without a previous figure. */
export function relativeChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || before === 0) return null;
  return changeOf((now - before) / before);
}

/** For shares, in points: a percentage of a percentage is misleading. */
export function pointChange(now: number | null, before: number | null): Change | null {
  return now === null || before === null ? null : changeOf(now - before);
}

// Smaller changes are shown as 0 %.
const SIZE_MIN = 0.0005;

function changeOf(difference: number): Change {
  const size = Math.abs(difference);
  if (size < SIZE_MIN) return { direction: 'same', size: 0 };
  return { direction: difference > 0 ? 'up' : 'down', size };
}

/** A table row: the totals of a series over the range. */
export interface GroupFigures extends Omit<Point, 'at'> {
  /** Null for outputs without a value. */
  readonly key: string | null;
}

/** Sorted by flagged outputs, then by runs. */
export function groupFigures(series: readonly Series[]): readonly GroupFigures[] {
  const rows = series.flatMap(({ key, points }) => points.map((point) => ({ key, ...point })));
  return rows.sort((one, other) => other.flagged - one.flagged || other.runs - one.runs);
}

/** The unit of a scale; its steps are round numbers in it. */
export interface Unit {
  readonly size: number;
  readonly format: (count: number) => string;
  /** The shortest format, for ticks. */
  readonly formatTick: (count: number) => string;
}

function unitOf(unit: string, size: number): Unit {
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  const fine = new Intl.NumberFormat(LOCALE, options);
  const whole = new Intl.NumberFormat(LOCALE, { ...options, maximumFractionDigits: 0 });
  const narrow = new Intl.NumberFormat(LOCALE, { ...options, unitDisplay: 'narrow' });
  return {
    size,
    format: (count) => (count < 10 ? fine : whole).format(count),
    formatTick: (count) => narrow.format(count),
  };
}

const MILLISECOND = unitOf('millisecond', 1);
const LONGER_UNITS = [
  unitOf('day', 86_400_000),
  unitOf('hour', 3_600_000),
  unitOf('minute', 60_000),
  unitOf('second', 1_000),
];

/** The largest unit that fits into a duration. */
export function durationUnit(ms: number): Unit {
  return LONGER_UNITS.find((unit) => ms >= unit.size) ?? MILLISECOND;
}

export function formatDuration(ms: number): string {
  const unit = durationUnit(ms);
  return unit.format(ms / unit.size);
}

const HOUR = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const HOUR_OF_DAY = new Intl.DateTimeFormat(LOCALE, {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit' },
});
// Days and weeks are in UTC; in another time zone, they might show the day before.
const DAY = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', day: 'numeric', month: 'short' });
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, {
  ...{ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' },
});
const HOUR_ON_DAY = new Intl.DateTimeFormat(LOCALE, {
  ...{ weekday: 'short', hour: '2-digit', minute: '2-digit' },
});
// For longer ranges, the hour alone is ambiguous.
const HOURS_MAX = 24;

/** The tick label of an interval in a chart of `count` intervals. */
export function formatTick(at: Date, interval: Interval, count: number): string {
  if (interval !== 'hour') return DAY.format(at);
  return (count <= HOURS_MAX ? HOUR : HOUR_ON_DAY).format(at);
}

/** The full name of an interval. */
export function formatInterval(at: Date, interval: Interval): string {
  if (interval === 'hour') return HOUR_OF_DAY.format(at);
  return interval === 'day' ? WEEKDAY.format(at) : texts.weekOf(DAY.format(at));
}
