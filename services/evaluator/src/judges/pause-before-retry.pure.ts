import type { JudgeFailure } from './judge-failure.pure.ts';

export interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Between the tries of one call: a hiccup is over by then, and a caller may be waiting. */
export const PAUSES_IN_CALL: Pauses = { firstMs: 500, longestMs: 4_000 };
/** Between the attempts of a job. The longest is a tenth of the time that it has. */
export const PAUSES_OF_JOB: Pauses = { firstMs: 5_000, longestMs: 60_000 };

// What a provider asks for is kept to, but for so much more, so that callers do not return as one.
const SPREAD_MS_MAX = 500;

/**
 * How long to wait after a failure. The pauses grow and half of each is chance; no less than the
 * provider asked for.
 *
 * @param attempt of the one that failed, counted from 1.
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
