import type { DestinationKind } from '@output-review/contracts';

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
