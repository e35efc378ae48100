import type { DeliveryState, listDeliveries, QueryOf } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** Which deliveries; what is absent does not matter. */
export interface DeliveriesRequest {
  readonly workspaceId: string;
  readonly logId?: string;
  readonly state?: DeliveryState;
  readonly destinationId?: string;
  readonly page: number;
  readonly limit: number;
}

/** Rows that PostgreSQL may walk past to reach a page; source: as for search. */
const PAGE_REACH_MAX = 100_000;

/** @throws AppError VALIDATION_FAILED with a fault that a schema cannot tell. */
export function readDeliveriesRequest(
  workspaceId: string,
  query: QueryOf<typeof listDeliveries>,
): DeliveriesRequest {
  if (query.page * query.limit > PAGE_REACH_MAX) {
    throw new AppError('VALIDATION_FAILED', 'The query is not valid.', {
      fields: {
        page: 'page × limit must be at most 100,000; narrow it by logId or destinationId.',
      },
    });
  }
  return { workspaceId, ...query };
}
