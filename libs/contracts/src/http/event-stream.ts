import { type Static, Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { DECISIONS, OUTPUT_STATUSES } from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Assignee } from './logs.ts';

/** The events on the stream of a workspace: results of the rules, and actions of people. */
export const STREAMED_EVENTS = [
  'evaluated',
  'flagged',
  'decided',
  'deleted',
  'claimed',
  'released',
  'assigned',
] as const;
export type StreamedEvent = (typeof STREAMED_EVENTS)[number];

/**
 * The `data` of an event: IDs and states without texts. `status` and `humanDecision` are those at the time of the
 * event, null for deleted outputs.
 */
export const StreamedData = Type.Object({
  id: Type.String(),
  at: Timestamp,
  projectId: Nullable(Type.String()),
  taskId: Nullable(Type.String()),
  status: Nullable(OneOf(OUTPUT_STATUSES)),
  humanDecision: Nullable(OneOf(DECISIONS)),
  decidedBy: Nullable(Type.String()),
  /** Set for `claimed`; null for all others. */
  claimedBy: Nullable(Type.String()),
  claimedUntil: Nullable(Timestamp),
  /** Set for `assigned`; null if unassigned, and for all others. */
  assignee: Nullable(Assignee),
});
export type StreamedData = Static<typeof StreamedData>;

export const streamEvents = defineOperation({
  id: 'streamEvents',
  method: 'GET',
  path: '/api/events',
  owner: 'review',
  summary: 'Stream the events of the workspace',
  description:
    'Server-sent events (`text/event-stream`): `evaluated` (a result of the rules), `flagged` ' +
    '(by a user or through the API), `decided`, `deleted`, `claimed` (also when a claim is renewed), ' +
    '`released` (also when a claim runs out; not when a decision ends it) and `assigned`, each with an ID and JSON `{id, ' +
    'at, projectId, taskId, status, humanDecision, decidedBy, claimedBy, claimedUntil, assignee}`. The stream begins now or, with ' +
    '`Last-Event-ID`, which an EventSource sends automatically, after that event. If that ' +
    'event is too old, the first event is `resync`: reload what you show. A comment is sent ' +
    'every 15 seconds. The stream ends within 5 seconds if the session ends, if it switches to ' +
    'another workspace, or if its user leaves this one. If it ends for any other reason, ' +
    'connect again. Clients that do not read are disconnected.',
  tag: 'Events',
  access: { role: 'viewer', scope: null },
  headers: { request: { 'Last-Event-ID': Type.String() } },
  bytes: 'events',
  responses: { 200: Type.String() },
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
});

export const EVENT_STREAM_OPERATIONS = [streamEvents] as const;
