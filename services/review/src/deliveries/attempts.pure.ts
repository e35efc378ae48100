import type { DeliveryState, DestinationKind } from '@output-review/contracts';

export interface AttemptMade {
  readonly kind: DestinationKind;
  readonly isTest: boolean;
  /** Whether something came after it that makes it old news. */
  readonly isSuperseded: boolean;
  /** This attempt included. */
  readonly attemptCount: number;
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly retryAfterMs: number | null;
}

export interface AttemptConclusion {
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | null;
  /** Whether it was only put off, which is none of the attempts after which it is given up. */
  readonly isPaced: boolean;
}

/** @param chance from 0 to 1, for the time of the next attempt. */
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

/** Whether Slack only asks to go slower: it takes about one message a second in a channel. */
function isPaced({ kind, status }: AttemptMade): boolean {
  return kind === 'slack_app' && status === TOO_MANY_REQUESTS;
}

const PACE_MS_MIN = 1_000;
const PACE_MS_SPREAD = 10_000;

/** When Slack takes it again; those who were too many at once are spread. It never counts as given up. */
function afterPace({ at, retryAfterMs }: AttemptMade, chance: number): Date {
  const asked = Math.min(Math.max(retryAfterMs ?? 0, PACE_MS_MIN), RETRY_AFTER_MS_MAX);
  return new Date(at.getTime() + asked + chance * PACE_MS_SPREAD);
}

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

/**
 * When to try again; null where it was tried often enough.
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
// The longest wait between two attempts is a day, and some. After more than two nobody has called
// meanwhile, and what failed back then says nothing of today.
const SILENCE_MS_MAX = 2 * DAY_MS;

/** When the last failure must have been at the latest for one of now to begin anew. */
export function failsAnewAfter(at: Date): Date {
  return new Date(at.getTime() - SILENCE_MS_MAX);
}

/** Whether a destination that fails since then has failed for so long that it is switched off. */
export function isFailingForTooLong(kind: DestinationKind, since: Date, at: Date): boolean {
  // The callbacks of a workspace go to many places, of which one must not end the others.
  return kind !== 'callbacks' && at.getTime() - since.getTime() >= FAILING_MS_MAX;
}

const GONE = 410;

/** Whether an answer says that nothing is wanted any more. */
export function isGone(kind: DestinationKind, status: number | null): boolean {
  return kind === 'subscription' && status === GONE;
}
