import type { AttemptConclusion } from '../../domain/deliveries/conclude-attempt.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { SinkAnswer } from './sink.ts';

/** An attempt that has ended, to be written down. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly answer: SinkAnswer;
  readonly at: Date;
  readonly latencyMs: number;
  /** What follows from it, given whether something newer has made it old news. */
  readonly conclude: (isSuperseded: boolean) => AttemptConclusion;
}

/** Writes down how an attempt went, with all that follows, in one transaction. */
export type SettleAttempt = (attempt: EndedAttempt) => Promise<void>;
