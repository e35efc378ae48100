import { wait } from '../base/wait.ts';
import { isTransientError } from './transient-errors.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called for each failure before the wait. */
  readonly onOutage?: (error: unknown, attempt: number) => void;
  /** Which failures are retried. Defaults to outages. */
  readonly isTransient?: (error: unknown) => boolean;
  readonly waits?: RetryWaits;
}

export interface RetryWaits {
  readonly firstMs: number;
  readonly longestMs: number;
}

// Short enough that a deadlock costs nothing. A recovered server must be in use again within 5 s, which includes
// connecting and unfinished work.
const WAITS: RetryWaits = { firstMs: 100, longestMs: 2_000 };

/**
 * Retries during an outage, for as long as it takes. Throws other errors immediately, and the current outage when the
 * signal aborts.
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
 * The pause after a failed attempt, counted from 1. It grows exponentially, with half of it random, so that concurrent
 * failures do not retry together.
 */
export function retryPauseMs(attempt: number, { firstMs, longestMs }: RetryWaits = WAITS): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 16));
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}
