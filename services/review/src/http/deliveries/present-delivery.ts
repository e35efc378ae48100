import type {
  AnswerOf,
  getDelivery,
  listDeliveries,
  WorkspacePrincipal,
} from '@output-review/contracts';

import { showUrl } from '../../domain/destinations/show-address.ts';
import type { DeliveryDetail, FoundDelivery } from '../../use-cases/deliveries/found-delivery.ts';

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
  if (address === null || kind === 'slack' || kind === 'email') return address;
  return showUrl(address, principal);
}

export function presentDetail(
  { delivery, body, attempts }: DeliveryDetail,
  principal: WorkspacePrincipal,
): DetailAnswer {
  return {
    ...presentDelivery(delivery, principal),
    body: body && { ...body },
    attempts: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
  };
}
