const SECOND_MS = 1_000;

/**
 * For how long a receiver wants to be left alone, in milliseconds; null where its header says nothing
 * that can be understood. Source: RFC 9110, 10.2.3.
 */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // A date of HTTP begins with a day; `Date` would take much else for one.
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
