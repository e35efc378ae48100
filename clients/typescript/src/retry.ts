import { OutputReviewError } from './errors.ts';

const SECOND_MS = 1_000;
const FIRST_DELAY_MS = 500;
const DELAY_MS_MAX = 30_000;
/** A longer Retry-After is reported to the caller at once instead of being waited for. */
const RETRY_AFTER_MS_MAX = 120_000;

const RETRIABLE_STATUSES: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** Whether an earlier attempt of the same request is in flight. The service ends it within a minute and a half. */
export function isInFlight({ code }: OutputReviewError): boolean {
  return code === 'IDEMPOTENCY_IN_FLIGHT';
}

/** Whether the same request may succeed later. */
export function isRetriable(error: unknown): error is OutputReviewError {
  if (!(error instanceof OutputReviewError)) return false;
  if (error.code === 'NETWORK_ERROR' || isInFlight(error)) return true;
  if (!RETRIABLE_STATUSES.has(error.status)) return false;
  return (error.retryAfterMs ?? 0) <= RETRY_AFTER_MS_MAX;
}

/**
 * The delay before the next attempt. It doubles with each attempt, minus up to half of it as jitter. It is at least
 * `Retry-After` plus a little more, so that throttled clients do not all retry at once.
 *
 * @param attempt counted from 0.
 * @param random in [0, 1).
 */
export function retryDelayMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random = Math.random(),
): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** attempt, DELAY_MS_MAX);
  const backoff = longest * (1 - random / 2);
  if (retryAfterMs === undefined) return backoff;
  return Math.max(retryAfterMs + random * FIRST_DELAY_MS, backoff);
}

/** The delay of a `Retry-After` header in milliseconds. The header has seconds or a date. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * SECOND_MS);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** @throws the reason of the signal, as soon as it is aborted. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as unknown);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
