import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { OUTPUT_EVENTS } from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Delivery } from './deliveries.ts';
import { Count, IdParams, Page, PageQuery } from './shared.ts';
import { ENDED_REASONS } from './subscriptions.ts';

const operation = operationsOf({ owner: 'review', tag: 'Events' });

/**
 * The kind of a destination. `callbacks` stands for the callback URLs of all outputs together, `slack` is an incoming
 * webhook of Slack.
 */
export const DESTINATION_KINDS = [
  'subscription',
  'webhook',
  'callbacks',
  'slack',
  'slack_app',
  'email',
] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** Who created it: an automation, a person, the settings, or outputs by their callback URL. */
const DESTINATION_SOURCES = ['api', 'dashboard', 'settings', 'callbacks'] as const;

/** The maximum count of a destination's deliveries, since some have millions. */
export const DELIVERY_COUNT_MAX = 10_000;

const countedUpTo = `counted up to ${DELIVERY_COUNT_MAX.toLocaleString('en')}.`;

const Destination = Type.Object({
  id: Type.String(),
  kind: OneOf(DESTINATION_KINDS),
  source: OneOf(DESTINATION_SOURCES),
  address: Nullable(
    Type.String({
      description:
        'A URL, an email address or the ID of a Slack channel. Admins see URLs in full, others the ' +
        'origin and `/…`; of Slack URLs, everyone sees only the origin. Null for callbacks.',
    }),
  ),
  events: Type.Array(OneOf(OUTPUT_EVENTS)),
  isActive: Type.Boolean(),
  endedReason: Nullable(OneOf(ENDED_REASONS)),
  hasSecret: Type.Boolean({ description: 'Whether events sent to it are signed.' }),
  formerSecretUntil: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'Until this time, events are also signed with the secret from before the last rotation.',
    }),
  ),
  createdAt: Timestamp,
  lastDeliveredAt: Nullable(Timestamp),
  failingSince: Nullable(
    Type.String({ format: 'date-time', description: 'No delivery has succeeded since this time.' }),
  ),
  waiting: Count({
    description: `Number of deliveries that wait for their first or next attempt, ${countedUpTo}`,
  }),
  dead: Count({
    description: `Number of deliveries that were given up and can be replayed, ${countedUpTo}`,
  }),
});

export const listDestinations = operation({
  id: 'listDestinations',
  method: 'GET',
  path: '/api/destinations',
  summary: 'List destinations',
  description:
    'Subscriptions, the webhook of the workspace, its channels (Slack and email), and the ' +
    'callbacks of its outputs, newest first. Deleted subscriptions are not included.',
  access: { role: 'manager', scope: null },
  query: Type.Object({
    endedReason: Type.Optional(
      Type.Unsafe<'gone' | 'failing'>({
        ...OneOf(['gone', 'failing']),
        description: 'Only destinations that ended by themselves for this reason.',
      }),
    ),
    ...PageQuery,
  }),
  responses: { 200: Page(Destination) },
  errors: ['FORBIDDEN'],
});

export const rotateDestinationSecret = operation({
  id: 'rotateDestinationSecret',
  method: 'POST',
  path: '/api/destinations/{id}/rotate-secret',
  summary: 'Rotate the secret of a destination',
  description:
    'The new secret is shown only once. For 1 day, events are also signed with the previous one, ' +
    'even if the secret is rotated again in the meantime, with up to nine previous ones. Returns ' +
    '409 for channels, which have no secret.',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: { 200: Type.Object({ secret: Type.String() }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

/** How long a test of a destination may take: its answer plus overhead. */
const TEST_ANSWERS_WITHIN_MS = 20_000;

export const testDestination = operation({
  id: 'testDestination',
  method: 'POST',
  path: '/api/destinations/{id}/test',
  summary: 'Send a test event to a destination',
  description:
    'Makes one attempt immediately, even if the destination has ended, and returns the result. ' +
    'Returns 409 for callbacks, which have no address of their own.',
  access: { role: 'manager', scope: null },
  params: IdParams,
  answersWithinMs: TEST_ANSWERS_WITHIN_MS,
  responses: { 200: Delivery },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
});

export const DESTINATION_OPERATIONS = [
  listDestinations,
  rotateDestinationSecret,
  testDestination,
] as const;
