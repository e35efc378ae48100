import { DateTime, Duration } from 'luxon';

/** Which end of a day a date without a time means. */
export type DayEdge = 'first' | 'last';

/**
 * Reads an ISO 8601 time. Without a zone it is UTC; a date alone is its first instant, or its last
 * millisecond where `edge` is `last`.
 *
 * @returns null for anything else, the impossible ones (30 February) included.
 */
export function parseInstant(text: string, edge: DayEdge = 'first'): Date | null {
  if (!/^\d{4}-/.test(text)) return null;
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!time.isValid) return null;
  const isDateOnly = !text.includes('T');
  return (isDateOnly && edge === 'last' ? time.endOf('day') : time).toJSDate();
}

/**
 * Reads an ISO 8601 duration such as `PT30M` or `-P7D`.
 *
 * @returns milliseconds counted from `from` (months and years have the length they have there), or
 *   null for anything else.
 */
export function parseDuration(text: string, from: Date): number | null {
  const duration = Duration.fromISO(text);
  if (!duration.isValid) return null;
  const start = DateTime.fromJSDate(from, { zone: 'utc' });
  const end = start.plus(duration);
  return end.isValid ? end.toMillis() - start.toMillis() : null;
}
