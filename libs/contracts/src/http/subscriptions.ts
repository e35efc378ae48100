import { Type } from '@sinclair/typebox';

import { CalledUrl } from '../notification-settings.ts';
import { defineOperation } from '../operation.ts';
import { OUTPUT_EVENTS } from '../output-event.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { IdParams, OkBody } from './shared.ts';

const TAG = 'Events';

/** Why a destination is told no more. */
export const ENDED_REASONS = ['deleted', 'gone', 'failing'] as const;
export type EndedReason = (typeof ENDED_REASONS)[number];

const Events = Type.Array(OneOf(OUTPUT_EVENTS), { minItems: 1, maxItems: OUTPUT_EVENTS.length });

const subscription = {
  id: Type.String(),
  url: Type.String({ description: 'In full to tokens and admins, to others its origin and `/…`.' }),
  events: Events,
  source: OneOf(['api', 'dashboard'] as const),
  createdAt: Timestamp,
};

/** How a list names one that has ended: with `endedReason`, null while it lives. */
const Ended = Nullable(
  Type.Unsafe<EndedReason>({
    ...OneOf(ENDED_REASONS),
    description: '`gone`: it answered 410. `failing`: it had failed for five days.',
  }),
);

export const listSubscriptions = defineOperation({
  id: 'listSubscriptions',
  method: 'GET',
  path: '/api/subscriptions',
  owner: 'review',
  summary: 'List the subscriptions of the workspace',
  description: 'Newest first; those that live, with `all=true` the others too.',
  tag: TAG,
  access: { role: 'manager', scope: 'read' },
  query: Type.Object({ all: Type.Optional(Type.Boolean()) }),
  responses: {
    200: Type.Object({
      subscriptions: Type.Array(Type.Object({ ...subscription, endedReason: Ended })),
    }),
  },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN'],
});

const Subscription = Type.Object({
  ...subscription,
  secret: Nullable(
    Type.String({
      description:
        'Signs what is sent (`whsec_…`, Standard Webhooks 1.0). Shown this once; null for one that was ' +
        'there already.',
    }),
  ),
});

export const createSubscription = defineOperation({
  id: 'createSubscription',
  method: 'POST',
  path: '/api/subscriptions',
  owner: 'review',
  summary: 'Subscribe a URL to events of the workspace',
  description:
    'It is told of what happens after the answer. The same URL with the same events again is answered ' +
    'with 200 and the one that is there; one that had ended lives again. Either way the token that asked ' +
    'may end it.',
  tag: TAG,
  access: { role: 'manager', scope: 'subscribe' },
  body: Type.Object({
    url: CalledUrl('By https, and public, but for addresses that the operator allows.'),
    events: Type.Optional(
      Type.Array(OneOf(OUTPUT_EVENTS), {
        ...{ minItems: 1, maxItems: OUTPUT_EVENTS.length, uniqueItems: true },
        description: 'All of them where it is left out.',
      }),
    ),
  }),
  responses: { 200: Subscription, 201: Subscription },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'FORBIDDEN', 'CONFLICT'],
});

export const deleteSubscription = defineOperation({
  id: 'deleteSubscription',
  method: 'DELETE',
  path: '/api/subscriptions/{id}',
  owner: 'review',
  summary: 'End a subscription',
  description:
    'Also one that has ended by itself. What was not delivered yet no longer is. A named token may end what ' +
    'it has posted itself, and nothing else.',
  tag: TAG,
  access: { role: 'manager', scope: 'subscribe' },
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const SUBSCRIPTION_OPERATIONS = [
  listSubscriptions,
  createSubscription,
  deleteSubscription,
] as const;
