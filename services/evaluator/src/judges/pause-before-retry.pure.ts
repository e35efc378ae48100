import type { JudgeFailure } from './judge-failure.pure.ts';

export interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Between the attempts of one call. Short, since a glitch is over by then and a caller may be waiting. */
export const PAUSES_IN_CALL: Pauses = { firstMs: 500, longestMs: 4_000 };
/** Between the attempts of a job. The longest is a tenth of the job's time limit. */
export const PAUSES_OF_JOB: Pauses = { firstMs: 5_000, longestMs: 60_000 };

// A Retry-After is honored, plus up to this much jitter, so that callers do not return all at once.
const SPREAD_MS_MAX = 500;

/**
 * The backoff after a failure: exponential, with half of each pause as jitter, and at least the provider's Retry-After.
 *
 * @param attempt that failed, counted from 1.
 * @param chance from 0 to 1.
 */
export function pauseBeforeRetryMs(
  { firstMs, longestMs }: Pauses,
  failed: { readonly attempt: number; readonly failure: Pick<JudgeFailure, 'retryAfterMs'> },
  chance: number,
): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.min(failed.attempt - 1, 16));
  const ownMs = fullMs / 2 + (chance * fullMs) / 2;
  const { retryAfterMs } = failed.failure;
  return retryAfterMs === null ? ownMs : Math.max(ownMs, retryAfterMs + chance * SPREAD_MS_MAX);
}
