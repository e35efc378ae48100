import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, take } from '../api/client.ts';

/** Who is told of outputs. */
export type Destination = Answer<'listDestinations'>['items'][number];
/** One delivery, with its body and attempts. */
export type Delivery = Answer<'getDelivery'>;
export type Attempt = Delivery['attempts'][number];
/** One delivery as the list has it. */
export type ListedDelivery = Answer<'listDeliveries'>['items'][number];
export type DeliveryState = ListedDelivery['state'];

// Nothing tells of deliveries while they are made: what still moves is asked for again.
const ASK_AGAIN_MS = 3_000;
// A workspace has at most 100 subscriptions; few have more than some.
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

/** How soon to look again at deliveries of these states; false where nothing moves by itself. */
export function askAgainIn(states: readonly DeliveryState[]): number | false {
  return states.some((state) => state === 'pending' || state === 'retrying') && ASK_AGAIN_MS;
}
