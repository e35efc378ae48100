type Headers = Readonly<Record<string, string | undefined>>;

// Whoever asks for more is asked again after this: it is the time that a background evaluation has.
const RETRY_AFTER_MS_MAX = 10 * 60_000;

/** How long a provider asks us to wait; null where it does not say, or not so that we understand. */
export function readRetryAfterMs(headers: Headers, now: Date): number | null {
  const inMs = Number(headers['retry-after-ms'] ?? NaN);
  if (inMs >= 0) return Math.min(inMs, RETRY_AFTER_MS_MAX);
  const text = headers['retry-after']?.trim() ?? '';
  if (text === '') return null;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), RETRY_AFTER_MS_MAX);
}
