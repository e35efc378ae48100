/**
 * The English of the reader, whose dates and numbers go with the texts: that of Britain or India writes them
 * otherwise than that of America. Outside a browser it is plain English.
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
export const formatPercent = (share: number): string => PERCENT.format(share);
/** Of percent, without the sign. */
export const formatPoints = (share: number): string => SHARE.format(share * 100);

/** What is less than a dollar, as a run of a model is, with hundredths of a cent. */
export function formatUsd(value: number): string {
  return (value !== 0 && Math.abs(value) < 1 ? SMALL_USD : USD).format(value);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_024;

/** A number of bytes in a unit that people read, in powers of 1,024. */
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

/** The day and the minute, in the reader's zone. */
export const formatTime = (at: Date): string => EXACT.format(at);
const ZONED = new Intl.DateTimeFormat(LOCALE, {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
});

/** The same with the name of the zone, for whoever compares it with a time from elsewhere. */
export const formatZonedTime = (at: Date): string => ZONED.format(at);
const UTC_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** Days of UTC, as the API counts them, from one to the other. */
export const formatUtcDays = (from: Date, to: Date): string => UTC_DAY.formatRange(from, to);
/** The day, in the reader's zone. */
const formatDay = (at: Date): string => DAY.format(at);

const DAY_MS = 86_400_000;
const STEPS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
// Of things longer ago than that the date says more.
const RELATIVE_MS_MAX = 7 * DAY_MS;

/** How long ago, or until then; from a day on in those of the reader's calendar, as "tomorrow" is. */
export function formatSince(date: Date, now: number): string {
  const sinceMs = date.getTime() - now;
  if (Math.abs(sinceMs) > RELATIVE_MS_MAX) return formatDay(date);
  if (Math.abs(sinceMs) >= DAY_MS)
    return RELATIVE.format(dayOf(date) - dayOf(new Date(now)), 'day');
  for (const [unit, ms] of STEPS) {
    if (Math.abs(sinceMs) >= ms) return RELATIVE.format(Math.trunc(sinceMs / ms), unit);
  }
  // "Came in just now", "due now".
  return sinceMs > 0 ? 'now' : 'just now';
}

/** The number of its day, however many hours days have. */
const dayOf = (at: Date): number =>
  Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS;

const FIELD_LENGTHS = { day: 'yyyy-mm-dd'.length, minute: 'yyyy-mm-ddThh:mm'.length };

/** A time as a field of the browser has it, in the reader's zone: a day, or to the minute. */
export function toField(time: Date, precision: keyof typeof FIELD_LENGTHS): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, FIELD_LENGTHS[precision]);
}

/** When a day of such a field begins, in the reader's zone. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/** Its last millisecond: a day may have 23 or 25 hours. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999`);
}

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/;

/** A day as such a field has it. Undefined for anything else, such as a year with five digits, which a browser takes. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY_FORM.test(value)) return undefined;
  return Number.isNaN(startOfDay(value).getTime()) ? undefined : value;
}
