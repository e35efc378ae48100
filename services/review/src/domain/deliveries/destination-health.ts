import type { DestinationKind } from '@output-review/contracts';

const DAY_MS = 86_400_000;
/** Source: resolved interface, §10. */
const FAILING_MS_MAX = 5 * DAY_MS;
// The longest wait between two attempts is a day, and some. After more than two nobody has called
// meanwhile, and what failed back then says nothing of today.
const SILENCE_MS_MAX = 2 * DAY_MS;

/** How a destination has done so far. */
export interface DestinationHealth {
  /** Since when nothing came through; null where the last attempt did. */
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
}

/** Since when a destination fails that has failed now. */
export function failingSince(
  { failingSince: since, lastFailedAt }: DestinationHealth,
  at: Date,
): Date {
  if (!since || !lastFailedAt) return at;
  return at.getTime() - lastFailedAt.getTime() > SILENCE_MS_MAX ? at : since;
}

/** Whether a destination has failed for so long that it is switched off. */
export function isFailingForTooLong(kind: DestinationKind, since: Date, at: Date): boolean {
  // The callbacks of a workspace go to many places, of which one must not end the others.
  return kind !== 'callbacks' && at.getTime() - since.getTime() >= FAILING_MS_MAX;
}

const GONE = 410;

/** Whether an answer says that nothing is wanted any more. */
export function isGone(kind: DestinationKind, status: number | null): boolean {
  return kind === 'subscription' && status === GONE;
}
