import type { DeliveryState, DestinationKind } from '@output-review/contracts';

import { isGone } from './destination-health.ts';
import { nextAttemptAt } from './schedule.ts';

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
}

/** @param chance from 0 to 1, for the time of the next attempt. */
export function concludeAttempt(made: AttemptMade, chance: number): AttemptConclusion {
  if (made.error === null) return { state: 'delivered', nextAttemptAt: null };
  if (made.isTest || isGone(made.kind, made.status)) return { state: 'dead', nextAttemptAt: null };
  if (made.isSuperseded) return { state: 'superseded', nextAttemptAt: null };
  const next = nextAttemptAt(made, chance);
  return { state: next ? 'retrying' : 'dead', nextAttemptAt: next };
}
