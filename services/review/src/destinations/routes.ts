import {
  type AnswerOf,
  createSubscription,
  deleteSubscription,
  INTERNAL_OPERATIONS,
  listDestinations,
  listSubscriptions,
  rotateDestinationSecret,
  type WorkspacePrincipal,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { ensureCallbacks } from './callbacks.ts';
import { originOf, showUrl, type Subscription } from './destinations.pure.ts';
import { findDestinations, type ListedDestination } from './destinations.sql.ts';
import { rotateSecret } from './destinations.ts';
import { presentNotifications } from './notifications.pure.ts';
import { readNotifications } from './notifications.sql.ts';
import { changeNotificationSettings } from './notifications.ts';
import { resealRoute } from './sealed.ts';
import { findSubscriptions } from './subscriptions.sql.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';

/** Subscriptions of a workspace. */
const subscriptionRoutes = [
  route(listSubscriptions, async ({ db, encryptor }, { query: { all = false }, principal }) => {
    const { workspaceId } = principal;
    const found = await findSubscriptions(db, encryptor, { workspaceId, all });
    const subscriptions = found.map((subscription) => ({
      ...presentSubscription(subscription, principal),
      endedReason: subscription.endedReason,
    }));
    return { status: 200, body: { subscriptions } };
  }),
  route(createSubscription, async (ctx, request) => {
    const { subscription, secret } = await subscribe(ctx, request);
    // The caller sent the URL, so it may see it.
    const presented = presentSubscription(subscription, request.principal);
    const body = { ...presented, url: subscription.url, secret };
    return { status: secret === null ? 200 : 201, body };
  }),
  route(deleteSubscription, async (ctx, request) => {
    await unsubscribe(ctx, request);
    return { status: 200, body: { ok: true } };
  }),
];

/** The destinations of a workspace, their signing secrets, and its notification settings. */
export const destinationRoutes = [
  ...subscriptionRoutes,
  route(listDestinations, async ({ db, encryptor, clock }, { query, principal }) => {
    const { workspaceId } = principal;
    // Always lists callbacks, so that their secret is available before the first one.
    await ensureCallbacks(db, { encryptor, clock }, [workspaceId]);
    const { items, total } = await findDestinations(db, encryptor, { workspaceId, ...query });
    const { page, limit } = query;
    const body = { items: items.map((each) => present(each, principal)), total, page, limit };
    return { status: 200, body };
  }),
  route(rotateDestinationSecret, async (ctx, request) => ({
    status: 200,
    body: { secret: await rotateSecret(ctx, request) },
  })),
  route(INTERNAL_OPERATIONS.readNotificationSettings, async ({ db, encryptor }, { body }) => ({
    status: 200,
    body: presentNotifications(await readNotifications(db, body.workspaceId, encryptor)),
  })),
  route(INTERNAL_OPERATIONS.changeNotificationSettings, async (ctx, request) => ({
    status: 200,
    body: presentNotifications(await changeNotificationSettings(ctx, request)),
  })),
  resealRoute,
];

type Answer = AnswerOf<typeof listDestinations, 200>['items'][number];

function present(destination: ListedDestination, viewer: WorkspacePrincipal): Answer {
  const { id, kind, source, events, isActive, endedReason, hasSecret, waiting, dead } = destination;
  return {
    ...{ id, kind, source, address: showAddress(destination, viewer), events: [...events] },
    ...{ isActive, endedReason, hasSecret },
    formerSecretUntil: destination.formerSecretUntil?.toISOString() ?? null,
    createdAt: destination.createdAt.toISOString(),
    lastDeliveredAt: destination.lastDeliveredAt?.toISOString() ?? null,
    failingSince: destination.failingSince?.toISOString() ?? null,
    ...{ waiting, dead },
  };
}

/** The path of a Slack webhook is its only credential, so it is never shown again. */
function showAddress(
  { kind, address }: ListedDestination,
  viewer: WorkspacePrincipal,
): string | null {
  if (address === null || kind === 'email' || kind === 'slack_app') return address;
  return kind === 'slack' ? originOf(address) : showUrl(address, viewer);
}

function presentSubscription(
  { id, url, events, source, createdAt }: Subscription,
  viewer: WorkspacePrincipal,
) {
  return {
    ...{ id, url: showUrl(url, viewer), events: [...events], source },
    createdAt: createdAt.toISOString(),
  };
}
