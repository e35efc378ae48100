import { wait } from '../base/wait.ts';
import { isTransientError } from './transient-errors.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Told of each failure before the wait. */
  readonly onOutage?: (error: unknown, attempt: number) => void;
  /** Which failures are waited for; outages by default. */
  readonly isTransient?: (error: unknown) => boolean;
  readonly waits?: RetryWaits;
}

export interface RetryWaits {
  readonly firstMs: number;
  readonly longestMs: number;
}

// Short enough that a deadlock costs nothing. A server that is back is to be in use again within 5 s,
// of which connecting and what was left undone take a part.
const WAITS: RetryWaits = { firstMs: 100, longestMs: 2_000 };

/**
 * Calls until no outage is in the way, for as long as it takes. A fault is thrown at once; so is the
 * outage of the moment when the signal is aborted.
 */
export async function retryTransient<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onOutage, isTransient = isTransientError, waits = WAITS } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      onOutage?.(error, attempt);
      await wait(retryPauseMs(attempt, waits), signal);
      if (signal.aborted) throw error;
    }
  }
}

/**
 * The pause after a failed attempt, counted from 1. It grows, and half of it is chance, so that those
 * who failed together do not come back together.
 */
export function retryPauseMs(attempt: number, { firstMs, longestMs }: RetryWaits = WAITS): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 16));
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}
