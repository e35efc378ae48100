import type { DeliveryState } from '../../deliveries/delivery-queries.ts';
import { texts } from '../../texts.ts';

/** Which deliveries the page shows, as its address says it. */
export interface DeliveriesSearch {
  readonly state?: DeliveryState;
  readonly destinationId?: string;
  readonly logId?: string;
  readonly page?: number;
}

export const STATES = Object.keys(texts.deliveries.states) as DeliveryState[];

/** Drops what is malformed: an address is typed too. */
export function readDeliveriesSearch(given: Record<string, unknown>): DeliveriesSearch {
  const { destinationId, logId, page } = given;
  const state = STATES.find((name) => name === given['state']);
  return {
    ...(state === undefined ? {} : { state }),
    ...(isText(destinationId) ? { destinationId: String(destinationId) } : {}),
    ...(isText(logId) ? { logId: String(logId) } : {}),
    ...(Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  };
}

// An id of digits is a number in the address.
function isText(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
