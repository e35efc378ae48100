import type { DestinationKind } from '@output-review/contracts';

import type { Delivery, Target } from '../../domain/deliveries/delivery.ts';

/** A delivery that is this process's to send until its lease ends. */
export interface ClaimedDelivery extends Delivery {
  readonly lane: string;
  readonly leaseUntil: Date;
  readonly kind: DestinationKind;
  /** Whether its destination still wants to be told. */
  readonly isWanted: boolean;
  /** Null where it has nowhere to go, or what it takes cannot be opened any more. */
  readonly target: Target | null;
  /** How much of it will be in memory while it is sent, in UTF-8. */
  readonly contentBytes: number;
}

/** Until then nobody else sends what is claimed now: an attempt ends in half of that time. */
export const LEASE_MS = 30_000;
