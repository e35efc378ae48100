import { Type } from '@sinclair/typebox';

import { CalledUrl } from '../notification-settings.ts';
import { operationsOf } from '../operation.ts';
import { OUTPUT_EVENTS } from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { IdParams, OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Events' });

/** Why deliveries to a destination stopped. */
export const ENDED_REASONS = ['deleted', 'gone', 'failing'] as const;
export type EndedReason = (typeof ENDED_REASONS)[number];

const Events = Type.Array(OneOf(OUTPUT_EVENTS), { minItems: 1, maxItems: OUTPUT_EVENTS.length });

const subscription = {
  id: Type.String(),
  url: Type.String({
    description: 'Tokens and admins see it in full, others the origin and `/…`.',
  }),
  events: Events,
  source: OneOf(['api', 'dashboard'] as const),
  createdAt: Timestamp,
};

/** Lists show ended destinations with `endedReason`; it is null for active ones. */
const Ended = Nullable(
  Type.Unsafe<EndedReason>({
    ...OneOf(ENDED_REASONS),
    description: '`gone`: the URL returned 410. `failing`: it failed for 5 days.',
  }),
);

export const listSubscriptions = operation({
  id: 'listSubscriptions',
  method: 'GET',
  path: '/api/subscriptions',
  summary: 'List subscriptions',
  description:
    'Newest first. Lists active subscriptions; with `all=true`, also the 1,000 newest of those ' +
    'that have ended.',
  access: { role: 'manager', scope: 'read' },
  query: Type.Object({ all: Type.Optional(Type.Boolean()) }),
  responses: {
    200: Type.Object({
      subscriptions: Type.Array(Type.Object({ ...subscription, endedReason: Ended })),
    }),
  },
  errors: ['FORBIDDEN'],
});

const Subscription = Type.Object({
  ...subscription,
  secret: Nullable(
    Type.String({
      description:
        'Signs the events (`whsec_…`, Standard Webhooks 1.0). Shown only once. Null if the ' +
        'subscription already existed.',
    }),
  ),
});

export const createSubscription = operation({
  id: 'createSubscription',
  method: 'POST',
  path: '/api/subscriptions',
  summary: 'Create a subscription',
  description:
    'Subscribes a URL to events that happen after the response. If there is a subscription ' +
    'with the same URL and events, it is returned with 200, and reactivated if it had ended. ' +
    'Either way, the token that made the request can delete it.',
  access: { role: 'manager', scope: 'subscribe' },
  body: Type.Object({
    url: CalledUrl(
      'Must begin with `https://` and have a public address, unless the operator allows the ' +
        'address.',
    ),
    events: Type.Optional(
      Type.Array(OneOf(OUTPUT_EVENTS), {
        ...{ minItems: 1, maxItems: OUTPUT_EVENTS.length, uniqueItems: true },
        description: 'Default: all events.',
      }),
    ),
  }),
  responses: { 200: Subscription, 201: Subscription },
  errors: ['FORBIDDEN', 'CONFLICT'],
});

export const deleteSubscription = operation({
  id: 'deleteSubscription',
  method: 'DELETE',
  path: '/api/subscriptions/{id}',
  summary: 'Delete a subscription',
  description:
    'You can also delete a subscription that has already ended. Events that are not ' +
    'delivered yet are no longer sent. A named token can delete only subscriptions that it ' +
    'posted itself.',
  access: { role: 'manager', scope: 'subscribe' },
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const SUBSCRIPTION_OPERATIONS = [
  listSubscriptions,
  createSubscription,
  deleteSubscription,
] as const;
