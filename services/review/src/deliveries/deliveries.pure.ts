import type {
  AnswerOf,
  DeliveryState,
  DestinationKind,
  getDelivery,
  listDeliveries,
  QueryOf,
  WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { isChannel, showUrl } from '../destinations/destinations.pure.ts';
import { pageFaultOf } from '../search/pages.pure.ts';
import type { Delivery, EventBody } from './body.pure.ts';
import type { Digest } from './digest.pure.ts';

/** Selects deliveries. An absent filter matches all. */
export interface DeliveriesRequest extends Readonly<QueryOf<typeof listDeliveries>> {
  readonly workspaceId: string;
}

/** @throws AppError VALIDATION_FAILED with errors that the schema does not cover. */
export function readDeliveriesRequest(
  workspaceId: string,
  query: QueryOf<typeof listDeliveries>,
): DeliveriesRequest {
  const faults = pageFaultOf(query, 'narrow it by logId or destinationId.');
  if (faults.page !== undefined) {
    throw new AppError('VALIDATION_FAILED', 'The query is not valid.', { fields: faults });
  }
  return { workspaceId, ...query };
}

/** A delivery in a list, before it is presented. */
export interface FoundDelivery extends Delivery {
  readonly kind: DestinationKind;
  /** The full URL, except for Slack, or the email address. Null if it cannot be decrypted any more. */
  readonly address: string | null;
  readonly state: DeliveryState;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
}

export interface FoundDeliveries {
  readonly deliveries: readonly FoundDelivery[];
  /** On all pages. */
  readonly total: number;
}

export interface PastAttempt {
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly answer: string | null;
}

interface DigestBody extends Digest {
  readonly event: 'digest';
  readonly timestamp: Date;
  readonly workspaceId: string;
}

/** A delivery with all of its details. */
export interface DeliveryDetail {
  readonly delivery: FoundDelivery;
  /** The body if it were sent now. Null if its output was deleted, or nothing in a digest waits any more. */
  readonly body: EventBody | DigestBody | null;
  readonly attempts: readonly PastAttempt[];
}

type ListedAnswer = AnswerOf<typeof listDeliveries>['items'][number];
type DetailAnswer = AnswerOf<typeof getDelivery>;

export function presentDelivery(
  delivery: FoundDelivery,
  principal: WorkspacePrincipal,
): ListedAnswer {
  return {
    id: delivery.id,
    destinationId: delivery.destinationId,
    address: showAddress(delivery, principal),
    logId: delivery.outputId,
    event: delivery.event,
    state: delivery.state,
    happenedAt: delivery.happenedAt.toISOString(),
    attemptCount: delivery.attemptCount,
    lastStatus: delivery.lastStatus,
    lastError: delivery.lastError,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  };
}

function showAddress(
  { kind, address }: FoundDelivery,
  principal: WorkspacePrincipal,
): string | null {
  if (address === null || isChannel(kind)) return address;
  return showUrl(address, principal);
}

export function presentDeliveryDetail(
  { delivery, body, attempts }: DeliveryDetail,
  principal: WorkspacePrincipal,
): DetailAnswer {
  return {
    ...presentDelivery(delivery, principal),
    body: body && { ...body },
    attempts: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
  };
}
