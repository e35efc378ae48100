import { DateTime, Duration } from 'luxon';

/** Which end of a day a date without a time means. */
export type DayEdge = 'first' | 'last';

// Luxon takes more: months alone, bracketed zones, offsets of two days.
const INSTANT =
  /^\d{4}-(?:\d{2}-\d{2}|W\d{2}-\d|\d{3})(T[\d:.,]+(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/**
 * Reads an ISO 8601 time. Without a zone it is UTC; a date alone is its first instant, or its last
 * millisecond where `edge` is `last`.
 *
 * @returns null for anything else, the impossible ones (30 February) and those outside of the years
 *   1 to 9999 UTC included: the database and four-digit years end there.
 */
export function parseInstant(text: string, edge: DayEdge = 'first'): Date | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const time = DateTime.fromISO(text.toUpperCase(), { zone: 'utc' });
  if (!isInReach(time)) return null;
  const isDateOnly = match[1] === undefined;
  return (isDateOnly && edge === 'last' ? time.endOf('day') : time).toJSDate();
}

/**
 * Reads an ISO 8601 duration such as `PT30M` or `-P7D`.
 *
 * @returns milliseconds counted from `from` (months and years have the length they have there), or
 *   null for anything else, and where it ends outside of the years 1 to 9999.
 */
export function parseDuration(text: string, from: Date): number | null {
  const duration = Duration.fromISO(text);
  // Luxon takes a `P` and a `T` with nothing behind them.
  if (!duration.isValid || /[PT]$/.test(text)) return null;
  const start = DateTime.fromJSDate(from, { zone: 'utc' });
  const end = start.plus(duration);
  return isInReach(end) ? end.toMillis() - start.toMillis() : null;
}

function isInReach(time: DateTime): boolean {
  return time.isValid && time.year >= 1 && time.year <= 9999;
}
