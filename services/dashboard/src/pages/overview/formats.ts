import type { Interval } from './time-range.ts';
import { LOCALE } from '../../formats/locale.ts';
import { formatNumber } from '../../formats/numbers.ts';

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

/** As it is said of one interval; `weekOf` puts the words around the first day of a week. */
export function formatInterval(
  at: Date,
  interval: Interval,
  weekOf: (day: string) => string,
): string {
  if (interval === 'hour') return HOUR_OF_DAY.format(at);
  return interval === 'day' ? WEEKDAY.format(at) : weekOf(DAY.format(at));
}
