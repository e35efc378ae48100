import type {
  Decision,
  DecisionSource,
  DeliveredEvent,
  DestinationKind,
  OutputStatus,
  Verdict,
} from '@output-review/contracts';

/** What was said of an output when something happened to it. */
export interface Words {
  readonly explanation?: string | null;
  readonly flagReason?: string | null;
  readonly decision?: Decision | null;
  readonly decisionSource?: DecisionSource | null;
  readonly comment?: string | null;
  readonly correctedOutput?: string | null;
  readonly decidedAt?: string | null;
  readonly decidedBy?: string | null;
}

/** One event for one destination. */
export interface Delivery {
  /** Also the `webhook-id`. */
  readonly id: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  /** Null for a test. */
  readonly outputId: string | null;
  readonly event: DeliveredEvent;
  readonly happenedAt: Date;
  readonly status: OutputStatus | null;
  readonly verdict: Verdict | null;
  readonly confidenceScore: number | null;
  /** Null where nothing was said, or where what was said is gone with its output. */
  readonly words: Words | null;
  /** How often it was tried since it was made, or replayed. */
  readonly attemptCount: number;
}

/** Where a delivery goes, with what it takes to get there. */
export interface Target {
  readonly kind: DestinationKind;
  /** Null for mail. */
  readonly url: string | null;
  /** The e-mail address for mail; else what may be shown of the URL. */
  readonly address: string | null;
  /** What signs it, the newest first; none for channels. */
  readonly secrets: readonly string[];
}
