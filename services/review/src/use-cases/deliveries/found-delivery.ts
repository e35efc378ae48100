import type { DeliveryState, DestinationKind } from '@output-review/contracts';

import type { Delivery } from '../../domain/deliveries/delivery.ts';
import type { EventBody } from '../../domain/deliveries/event-body.ts';

/** A delivery as a list shows it, before it is presented. */
export interface FoundDelivery extends Delivery {
  readonly kind: DestinationKind;
  /** A URL in full, but for Slack, or an e-mail address; null where it cannot be told any more. */
  readonly address: string | null;
  readonly state: DeliveryState;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
}

export interface FoundDeliveries {
  readonly deliveries: readonly FoundDelivery[];
  /** Of all pages. */
  readonly total: number;
}

export interface PastAttempt {
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly answer: string | null;
}

/** A delivery with everything that belongs to it. */
export interface DeliveryDetail {
  readonly delivery: FoundDelivery;
  /** As it would be sent now; null where its output is gone. */
  readonly body: EventBody | null;
  readonly attempts: readonly PastAttempt[];
}
