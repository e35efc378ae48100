import type { OutputsSubmitted } from '@output-review/contracts';

import type { KnownSubmission, ReplayedBy } from '../../domain/submissions/replay.ts';
import type { Submission } from '../../domain/submissions/submission.ts';
import type { Acceptance } from '../../domain/submissions/submitted-event.ts';

/** A submission on its way into the store. */
export interface NewSubmission {
  readonly submission: Submission;
  readonly acceptance: Acceptance;
  readonly fingerprint: string;
  readonly tokenId: string;
  readonly idempotencyKey: string | null;
  /** Until when the inline evaluation of a sync submission may take; null where nobody waits. */
  readonly leaseUntil: Date | null;
  /** The epoch of its slot; null where nothing makes a slot outdated. */
  readonly slotEpoch: string | null;
  /** The trace of its request, for its event; null where nobody traces it. */
  readonly traceparent: string | null;
  /** The attempt that took in its files; null where it has none. */
  readonly fileAttempt: string | null;
}

/** A slot of the token's window. */
export interface Slot {
  readonly takenAt: Date;
  readonly epoch: string | null;
}

export type WriteOutcome =
  /** It is durable, and its event will be sent. */
  | { readonly kind: 'written'; readonly event: OutputsSubmitted }
  /** Its id or its Idempotency-Key is taken. */
  | { readonly kind: 'known'; readonly known: KnownSubmission; readonly by: ReplayedBy }
  /** Its slot was counted where slots are not counted any more. */
  | { readonly kind: 'slot-outdated' }
  /** It took so long to take its files in that its id is not kept for this attempt any more. */
  | { readonly kind: 'reservation-lost' }
  /** The token died between its check and the insert. */
  | { readonly kind: 'token-dead' };

/** What is told of a write whose slot counted. */
export type Written = Exclude<WriteOutcome, { readonly kind: 'slot-outdated' }>;
