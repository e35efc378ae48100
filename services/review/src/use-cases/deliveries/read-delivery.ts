import { AppError } from '@output-review/errors';

import {
  composeBody,
  type EventBody,
  type OutputContent,
} from '../../domain/deliveries/event-body.ts';
import type { OutputKey } from '../../domain/output.ts';
import type { DeliveryDetail, FoundDelivery, PastAttempt } from './found-delivery.ts';

interface Deps {
  readonly findDelivery: (workspaceId: string, id: string) => Promise<FoundDelivery | null>;
  readonly listAttempts: (deliveryId: string) => Promise<PastAttempt[]>;
  readonly findContent: (key: OutputKey) => Promise<OutputContent | null>;
  readonly publicUrl: () => string;
}

export type ReadDelivery = (workspaceId: string, id: string) => Promise<DeliveryDetail>;

/** One delivery with what it sends and how it was tried. @throws AppError NOT_FOUND. */
export const makeReadDelivery =
  (deps: Deps): ReadDelivery =>
  async (workspaceId, id) => {
    const delivery = await deps.findDelivery(workspaceId, id);
    if (!delivery) throw new AppError('NOT_FOUND', 'There is no such delivery.');
    const [body, attempts] = await Promise.all([bodyOf(delivery, deps), deps.listAttempts(id)]);
    return { delivery, body, attempts };
  };

async function bodyOf(
  delivery: FoundDelivery,
  { findContent, publicUrl }: Deps,
): Promise<EventBody | null> {
  const { workspaceId, outputId, event } = delivery;
  if (outputId === null || event === 'deleted') return composeBody(delivery, null, publicUrl());
  const content = await findContent({ workspaceId, id: outputId });
  return content && composeBody(delivery, content, publicUrl());
}
