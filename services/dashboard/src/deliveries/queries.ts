import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, take } from '../api/client.ts';

/** A receiver of output events. */
export type Destination = Answer<'listDestinations'>['items'][number];
/** A delivery, with its body and attempts. */
export type Delivery = Answer<'getDelivery'>;
export type Attempt = Delivery['attempts'][number];
/** A delivery in the list. */
export type ListedDelivery = Answer<'listDeliveries'>['items'][number];
export type DeliveryState = ListedDelivery['state'];

// There are no live events for deliveries, so unfinished ones are polled.
const ASK_AGAIN_MS = 3_000;
// A workspace has at most 100 subscriptions. Most have only a few.
const DESTINATIONS_LIMIT = 100;

export const destinationsQuery = (page: number) =>
  queryOptions({
    queryKey: ['destinations', page],
    queryFn: ({ signal }) => {
      const query = { page, limit: DESTINATIONS_LIMIT };
      return take(api.GET('/api/destinations', { params: { query }, signal }));
    },
    refetchInterval: ({ state }) =>
      (state.data?.items.some(({ waiting }) => waiting > 0) ?? false) && ASK_AGAIN_MS,
  });

/** How soon to poll deliveries in these states; false if all are final. */
export function askAgainIn(states: readonly DeliveryState[]): number | false {
  return states.some((state) => state === 'pending' || state === 'retrying') && ASK_AGAIN_MS;
}
