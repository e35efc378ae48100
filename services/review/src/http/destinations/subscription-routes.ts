import {
  createSubscription,
  deleteSubscription,
  listSubscriptions,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Subscription } from '../../domain/destinations/destination.ts';
import { showUrl } from '../../domain/destinations/show-address.ts';
import type { CreateSubscription } from '../../use-cases/destinations/create-subscription.ts';
import type { DeleteSubscription } from '../../use-cases/destinations/delete-subscription.ts';

export interface SubscriptionRoutesDeps {
  readonly createSubscription: CreateSubscription;
  readonly deleteSubscription: DeleteSubscription;
  readonly findSubscriptions: (workspaceId: string, all: boolean) => Promise<Subscription[]>;
}

/** URLs that are told of events of a workspace. */
export const makeSubscriptionRoutes = (deps: SubscriptionRoutesDeps): Route[] => [
  implement(listSubscriptions, async ({ query: { all = false }, principal }) => {
    const found = await deps.findSubscriptions(principal.workspaceId, all);
    const subscriptions = found.map((subscription) => ({
      ...present(subscription, principal),
      endedReason: subscription.endedReason,
    }));
    return { status: 200, body: { subscriptions } };
  }),
  implement(createSubscription, async (request) => {
    const { subscription, secret } = await deps.createSubscription(request.body, request);
    // Whoever sent the URL has it.
    const body = { ...present(subscription, request.principal), url: subscription.url, secret };
    return { status: secret === null ? 200 : 201, body };
  }),
  implement(deleteSubscription, async (request) => {
    await deps.deleteSubscription(request.params.id, request);
    return { status: 200, body: { ok: true } };
  }),
];

function present({ id, url, events, source, createdAt }: Subscription, viewer: WorkspacePrincipal) {
  return {
    ...{ id, url: showUrl(url, viewer), events: [...events], source },
    createdAt: createdAt.toISOString(),
  };
}
