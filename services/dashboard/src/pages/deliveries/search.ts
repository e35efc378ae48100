import { leaveOutUndefined, readOneOf, readPage, readText } from '../../app/address.ts';
import type { DeliveryState } from '../../deliveries/deliveries.tsx';
import { texts as deliveryTexts } from '../../deliveries/texts.ts';

/** The search params of the deliveries page. */
export type DeliveriesSearch = ReturnType<typeof readDeliveriesSearch>;

/** Sets the given filters, keeps the others, and returns to the first page. */
export type ChangeDeliveries = (changed: {
  readonly [K in keyof DeliveriesSearch]?: unknown;
}) => void;

export const NO_FILTER = { state: undefined, destinationId: undefined, logId: undefined } as const;

export const STATES = Object.keys(deliveryTexts.states) as DeliveryState[];

export function readDeliveriesSearch(given: Record<string, unknown>) {
  return leaveOutUndefined({
    state: readOneOf(STATES, given['state']),
    destinationId: readText(given['destinationId']),
    logId: readText(given['logId']),
    page: readPage(given['page']),
  });
}
