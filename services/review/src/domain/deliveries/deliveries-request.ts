import type { DeliveryState, listDeliveries, QueryOf } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { pageFaultOf } from '../page-reach.ts';

/** Which deliveries; what is absent does not matter. */
export interface DeliveriesRequest {
  readonly workspaceId: string;
  readonly logId?: string;
  readonly state?: DeliveryState;
  readonly destinationId?: string;
  readonly page: number;
  readonly limit: number;
}

/** @throws AppError VALIDATION_FAILED with a fault that a schema cannot tell. */
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
