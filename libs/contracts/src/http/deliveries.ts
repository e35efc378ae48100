import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { OUTPUT_EVENTS } from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Count, IdParams, Page, PageQuery } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Events' });

/**
 * The state of a delivery: not tried yet, delivered, failed and to be retried, given up, or superseded because a later
 * decision replaced it, its output was deleted or its destination ended.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'retrying', 'dead', 'superseded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The events of outputs, the digest of several outputs, and the test event of a destination. */
export const DELIVERED_EVENTS = [...OUTPUT_EVENTS, 'digest', 'test'] as const;
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];

const delivery = {
  id: Type.String({
    description: 'Also sent as `webhook-id`. Stays the same for all attempts and replays.',
  }),
  destinationId: Type.String(),
  address: Nullable(Type.String({ description: 'The address as in the list of destinations.' })),
  logId: Nullable(Type.String({ description: 'Null for a digest and for a test.' })),
  event: OneOf(DELIVERED_EVENTS),
  state: OneOf(DELIVERY_STATES),
  happenedAt: Timestamp,
  attemptCount: Count({
    description:
      'Number of attempts since it was created or replayed. Attempts that Slack only delayed ' +
      '(`ratelimited`) do not count.',
  }),
  lastStatus: Nullable(Count({ description: 'HTTP status of the last attempt.' })),
  lastError: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
  nextAttemptAt: Nullable(Timestamp),
  deliveredAt: Nullable(Timestamp),
};

const Attempt = Type.Object({
  at: Timestamp,
  status: Nullable(Count()),
  error: Nullable(Type.String()),
  latencyMs: Count(),
  answer: Nullable(Type.String({ description: 'The first 1 KB of the response.' })),
});

export const Delivery = Type.Object({
  ...delivery,
  body: Nullable(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'The payload as it would be sent now. Null if the output was deleted, or if a digest has nothing to say ' +
        'anymore.',
    }),
  ),
  attempts: Type.Array(Attempt, { description: 'Oldest first.' }),
});

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/api/deliveries',
  summary: 'List deliveries',
  description: 'Newest first. Deliveries are kept for 30 days.',
  access: { role: 'manager', scope: null },
  query: Type.Object({
    logId: Type.Optional(Type.String()),
    state: Type.Optional(OneOf(DELIVERY_STATES)),
    destinationId: Type.Optional(Type.String()),
    ...PageQuery,
  }),
  responses: { 200: Page(Type.Object(delivery)) },
  errors: ['FORBIDDEN'],
});

export const getDelivery = operation({
  id: 'getDelivery',
  method: 'GET',
  path: '/api/deliveries/{id}',
  summary: 'Get a delivery with its attempts',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: { 200: Delivery },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const replayDelivery = operation({
  id: 'replayDelivery',
  method: 'POST',
  path: '/api/deliveries/{id}/replay',
  summary: 'Replay a delivery',
  description:
    'Sends a delivery again with the same `webhook-id`, whether or not it succeeded before. ' +
    'The retry schedule starts over. Returns 409 if its output was deleted or its destination ' +
    'has ended.',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: { 202: Type.Object({ ok: Type.Literal(true), id: Type.String() }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const replayDeliveries = operation({
  id: 'replayDeliveries',
  method: 'POST',
  path: '/api/deliveries/replay',
  summary: 'Replay all dead deliveries of a destination',
  description:
    'Sends the deliveries of events since `since` again, in their original order; `count` is ' +
    'their number. Switches on a destination that was switched off for failing. Returns 409 for a ' +
    'destination that has ended for another reason.',
  access: { role: 'manager', scope: null },
  body: Type.Object({
    destinationId: Type.String({ minLength: 1, maxLength: 200 }),
    since: Type.Optional(Type.String({ format: 'instant', description: 'Default: all.' })),
  }),
  responses: { 202: Type.Object({ ok: Type.Literal(true), count: Count() }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const DELIVERY_OPERATIONS = [
  listDeliveries,
  getDelivery,
  replayDelivery,
  replayDeliveries,
] as const;
