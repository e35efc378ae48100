import { DateTime, Duration } from 'luxon';

/** The edge of a day that a date without a time stands for. */
export type DayEdge = 'first' | 'last';

// Luxon accepts more: months alone, bracketed zones, offsets of two days.
const INSTANT =
  /^\d{4}-(?:\d{2}-\d{2}|W\d{2}-\d|\d{3})(T[\d:.,]+(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/**
 * Parses an ISO 8601 time. Without a zone it is UTC. A date alone is its first instant, or its last millisecond if
 * `edge` is `last`.
 *
 * @returns null for anything else, including impossible dates (30 February) and times outside the years 1 to 9999 UTC,
 * the limits of the database and of four-digit years.
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
 * Parses an ISO 8601 duration such as `PT30M` or `-P7D`.
 *
 * @returns milliseconds from `from` on (months and years have their length in the calendar), or null for anything else
 * and if it ends outside the years 1 to 9999.
 */
export function parseDuration(text: string, from: Date): number | null {
  const duration = Duration.fromISO(text);
  // Luxon accepts a `P` or `T` without anything after it.
  if (!duration.isValid || /[PT]$/.test(text)) return null;
  const start = DateTime.fromJSDate(from, { zone: 'utc' });
  const end = start.plus(duration);
  return isInReach(end) ? end.toMillis() - start.toMillis() : null;
}

function isInReach(time: DateTime): boolean {
  return time.isValid && time.year >= 1 && time.year <= 9999;
}
