/**
 * The user's variant of English, since dates and numbers differ between Britain, India and the US.
 * Outside a browser, plain English.
 */
export const LOCALE: string = englishOf(
  typeof navigator === 'undefined' ? [] : navigator.languages,
);

function englishOf(languages: readonly string[]): string {
  return languages.find((language) => /^en\b/i.test(language)) ?? 'en';
}

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const SHARE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const USD_OPTIONS: Intl.NumberFormatOptions = {
  ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
};
const USD = new Intl.NumberFormat(LOCALE, USD_OPTIONS);
const SMALL_USD = new Intl.NumberFormat(LOCALE, { ...USD_OPTIONS, maximumFractionDigits: 4 });

export const formatNumber = (value: number): string => NUMBER.format(value);
/** A number with its noun, whose plural ends in "s". */
export const formatCount = (n: number, noun: string): string =>
  `${formatNumber(n)} ${n === 1 ? noun : `${noun}s`}`;
export const formatPercent = (share: number): string => PERCENT.format(share);
/** Percentage points, without the percent sign. */
export const formatPoints = (share: number): string => SHARE.format(share * 100);

/** Amounts below a dollar, such as the cost of a model call, show hundredths of a cent. */
export function formatUsd(value: number): string {
  return (Math.abs(value) < 1 ? SMALL_USD : USD).format(value);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_024;

/** Bytes in a readable unit, in powers of 1,024. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return new Intl.NumberFormat(LOCALE, {
    ...{ style: 'unit', unit: UNITS[unit] ?? 'byte', unitDisplay: unit === 0 ? 'long' : 'short' },
    maximumFractionDigits: 1,
  }).format(value);
}

const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });

/** Date and minute, in the user's time zone. */
export const formatTime = (at: Date): string => EXACT.format(at);
const ZONED = new Intl.DateTimeFormat(LOCALE, {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
});

/** The same with the time zone, to compare with times from elsewhere. */
export const formatZonedTime = (at: Date): string => ZONED.format(at);
const UTC_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** A range of UTC days, as the API counts them. */
export const formatUtcDays = (from: Date, to: Date): string => UTC_DAY.formatRange(from, to);
/** The date, in the user's time zone. */
const formatDay = (at: Date): string => DAY.format(at);

const DAY_MS = 86_400_000;
const STEPS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
// Beyond this, the date is more useful.
const RELATIVE_MS_MAX = 7 * DAY_MS;

/** A relative time, past or future. From one day on, it counts calendar days, as "tomorrow" does. */
export function formatSince(date: Date, now: number): string {
  const sinceMs = date.getTime() - now;
  if (Math.abs(sinceMs) > RELATIVE_MS_MAX) return formatDay(date);
  if (Math.abs(sinceMs) >= DAY_MS)
    return RELATIVE.format(dayOf(date) - dayOf(new Date(now)), 'day');
  for (const [unit, ms] of STEPS) {
    if (Math.abs(sinceMs) >= ms) return RELATIVE.format(Math.trunc(sinceMs / ms), unit);
  }
  // As in "Came in just now" and "due now".
  return sinceMs > 0 ? 'now' : 'just now';
}

/** The calendar day as a number, independent of 23- or 25-hour days. */
const dayOf = (at: Date): number =>
  Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS;

const FIELD_LENGTHS = { day: 'yyyy-mm-dd'.length, minute: 'yyyy-mm-ddThh:mm'.length };

/** A value for a date field, or a time field to the minute, in the user's time zone. */
export function toField(time: Date, precision: keyof typeof FIELD_LENGTHS): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, FIELD_LENGTHS[precision]);
}

/** The start of a date field's day, in the user's time zone. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/**
 * The last millisecond of the day, before the next day begins. Where clocks change at midnight, its last hour happens
 * twice or not at all.
 */
export function endOfDay(day: string): Date {
  const next = startOfDay(day);
  next.setHours(24, 0, 0, 0);
  return new Date(next.getTime() - 1);
}

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/;

/** Validates a date field's value. Undefined for anything else, such as a five-digit year, which browsers accept. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY_FORM.test(value)) return undefined;
  const day = new Date(value);
  // `Date` turns 30 February into a day of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}

/** A rate as percent text for its field; empty for null. */
export function toPercent(rate: number | null): string {
  // A product such as 0.07 × 100 has rounding digits that the user did not type.
  return rate === null ? '' : String(Number((rate * 100).toPrecision(12)));
}

/** The rate of a field; null if it is empty. */
export function toRate(percent: string): number | null {
  return percent.trim() === '' ? null : Number((Number(percent) / 100).toPrecision(12));
}
