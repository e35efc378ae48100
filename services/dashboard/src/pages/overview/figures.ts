import type { Answer } from '../../api/client.ts';
import { formatNumber, LOCALE } from '../../formats.ts';
import { texts } from './texts.ts';
import type { Interval } from './time-range.ts';

type Series = Answer<'getStatistics'>['series'][number];
/** What happened in an interval. */
export type Point = Series['points'][number];

/** The share of results that passed, from 0 to 1; null without any. */
export function passRate({ pass, runs }: Pick<Point, 'pass' | 'runs'>): number | null {
  return runs === 0 ? null : pass / runs;
}

/** How a figure stands to the one of the time before. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** How much of the former it is, without its sign; of a share, the points between. */
  readonly size: number;
}

/** Of counts and times; null where there was nothing to hold it against. */
export function relativeChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || before === 0) return null;
  return changeOf((now - before) / before);
}

/** Of shares: points, because a share of a share misleads. */
export function pointChange(now: number | null, before: number | null): Change | null {
  return now === null || before === null ? null : changeOf(now - before);
}

// Less is shown as 0 %.
const SIZE_MIN = 0.0005;

function changeOf(difference: number): Change {
  const size = Math.abs(difference);
  if (size < SIZE_MIN) return { direction: 'same', size: 0 };
  return { direction: difference > 0 ? 'up' : 'down', size };
}

/** One row of the table: what a series comes to in the whole range. */
export interface GroupFigures extends Omit<Point, 'at'> {
  /** Null for outputs without. */
  readonly key: string | null;
}

/** Those with most flagged first, then those with most runs. */
export function groupFigures(series: readonly Series[]): readonly GroupFigures[] {
  const rows = series.flatMap(({ key, points }) => points.map((point) => ({ key, ...point })));
  return rows.sort((one, other) => other.flagged - one.flagged || other.runs - one.runs);
}

/** What a scale counts in: its steps are round in this unit. */
export interface Unit {
  readonly size: number;
  readonly format: (count: number) => string;
  /** As short as it can be, for the steps of a scale. */
  readonly formatTick: (count: number) => string;
}

const UNITS: readonly Unit[] = (
  [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
    ['millisecond', 1],
  ] as const
).map(([unit, size]) => {
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  const fine = new Intl.NumberFormat(LOCALE, { ...options, unitDisplay: 'short' });
  const whole = new Intl.NumberFormat(LOCALE, {
    ...{ ...options, unitDisplay: 'short' },
    maximumFractionDigits: 0,
  });
  const narrow = new Intl.NumberFormat(LOCALE, { ...options, unitDisplay: 'narrow' });
  return {
    size,
    format: (count) => (count < 10 ? fine : whole).format(count),
    formatTick: (count) => narrow.format(count),
  };
});

const MILLISECOND: Unit = { size: 1, format: formatNumber, formatTick: formatNumber };

/** The largest unit of which a time is at least one. */
export function durationUnit(ms: number): Unit {
  return UNITS.find((unit) => ms >= unit.size) ?? UNITS.at(-1) ?? MILLISECOND;
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
// Days and weeks are those of UTC: in another zone their begin would be told as the day before.
const DAY = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', day: 'numeric', month: 'short' });
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, {
  ...{ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' },
});
const HOUR_ON_DAY = new Intl.DateTimeFormat(LOCALE, {
  ...{ weekday: 'short', hour: '2-digit', minute: '2-digit' },
});
// Longer than that, an hour of the day says too little.
const HOURS_MAX = 24;

/** As it stands below a picture of so many intervals. */
export function formatTick(at: Date, interval: Interval, count: number): string {
  if (interval !== 'hour') return DAY.format(at);
  return (count <= HOURS_MAX ? HOUR : HOUR_ON_DAY).format(at);
}

/** As it is said of one interval. */
export function formatInterval(at: Date, interval: Interval): string {
  if (interval === 'hour') return HOUR_OF_DAY.format(at);
  return interval === 'day' ? WEEKDAY.format(at) : texts.weekOf(DAY.format(at));
}
