import type { DeliveryState, DestinationKind } from '@output-review/contracts';

export interface AttemptMade {
  readonly kind: DestinationKind;
  readonly isTest: boolean;
  /** Whether a newer event has superseded it. */
  readonly isSuperseded: boolean;
  /** Includes this attempt. */
  readonly attemptCount: number;
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfterMs: number | null;
}

export interface AttemptConclusion {
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | null;
  /** Whether it was only throttled, which does not count toward the maximum of attempts. */
  readonly isPaced: boolean;
}

/** @param chance random number from 0 to 1 that spreads the next attempt. */
export function concludeAttempt(made: AttemptMade, chance: number): AttemptConclusion {
  if (made.error === null) return { state: 'delivered', ...LAST };
  if (made.isTest || isGone(made.kind, made.status)) return { state: 'dead', ...LAST };
  if (made.isSuperseded) return { state: 'superseded', ...LAST };
  if (isPaced(made)) {
    return { state: 'retrying', nextAttemptAt: afterPace(made, chance), isPaced: true };
  }
  const next = nextAttemptAt(made, chance);
  return next
    ? { state: 'retrying', nextAttemptAt: next, isPaced: false }
    : { state: 'dead', ...LAST };
}

const LAST = { nextAttemptAt: null, isPaced: false } as const;

export const TOO_MANY_REQUESTS = 429;

/** Whether Slack only asks to slow down: it accepts about one message per second and channel. */
function isPaced({ kind, status }: AttemptMade): boolean {
  return kind === 'slack_app' && status === TOO_MANY_REQUESTS;
}

const PACE_MS_MIN = 1_000;
const PACE_MS_SPREAD = 10_000;

/** When Slack accepts messages again, with jitter. Throttling never counts toward the maximum of attempts. */
function afterPace({ at, retryAfterMs }: AttemptMade, chance: number): Date {
  const asked = Math.min(Math.max(retryAfterMs ?? 0, PACE_MS_MIN), RETRY_AFTER_MS_MAX);
  return new Date(at.getTime() + asked + chance * PACE_MS_SPREAD);
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between attempts. Source: resolved interface, §10. */
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

/** Upper bound of a receiver's Retry-After. Longer waits could outlast the rows, which are kept for a month. */
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;
// Deliveries that failed together must not retry together.
const JITTER = 0.1;

/**
 * When to retry, null after the last attempt.
 *
 * @param chance from 0 to 1.
 */
function nextAttemptAt(
  { at, attemptCount, retryAfterMs }: AttemptMade,
  chance: number,
): Date | null {
  const waitMs = WAITS_MS[attemptCount - 1];
  if (waitMs === undefined) return null;
  const jittered = waitMs * (1 + JITTER * (2 * chance - 1));
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  return new Date(at.getTime() + Math.max(jittered, asked));
}

const DAY_MS = 86_400_000;

/** Source: resolved interface, §10. */
const FAILING_MS_MAX = 5 * DAY_MS;
// Attempts are at most a day plus jitter apart. After a pause of more than two days, nothing was sent meanwhile, and
// the earlier failures say nothing about the present.
const SILENCE_MS_MAX = 2 * DAY_MS;

/** A failure now starts a new series if the previous one was before this time. */
export function failsAnewAfter(at: Date): Date {
  return new Date(at.getTime() - SILENCE_MS_MAX);
}

/** Whether a destination has failed for so long that it is disabled. */
export function isFailingForTooLong(kind: DestinationKind, since: Date, at: Date): boolean {
  // The callbacks of a workspace have many receivers. A failing one must not disable the others.
  return kind !== 'callbacks' && at.getTime() - since.getTime() >= FAILING_MS_MAX;
}

const GONE = 410;

/** Whether the receiver no longer wants events. */
export function isGone(kind: DestinationKind, status: number | null): boolean {
  return kind === 'subscription' && status === GONE;
}
