const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits between attempts. Source: resolved interface, §10. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** No receiver may put us off for longer: its events would go with the rows of the month. */
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;
// Those who failed together must not come back together.
const JITTER = 0.1;

export interface FailedAttempt {
  readonly at: Date;
  /** How many attempts there were by then, this one included. */
  readonly attemptCount: number;
  /** What the receiver asked for; null where for nothing. */
  readonly retryAfterMs: number | null;
}

/**
 * When to try again; null where it was tried often enough.
 *
 * @param chance from 0 to 1.
 */
export function nextAttemptAt(
  { at, attemptCount, retryAfterMs }: FailedAttempt,
  chance: number,
): Date | null {
  const waitMs = WAITS_MS[attemptCount - 1];
  if (waitMs === undefined) return null;
  const jittered = waitMs * (1 + JITTER * (2 * chance - 1));
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  return new Date(at.getTime() + Math.max(jittered, asked));
}
