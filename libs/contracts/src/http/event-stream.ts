import { type Static, Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { DECISIONS, OUTPUT_STATUSES } from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';

/** What the stream of a workspace tells of: a result of the rules, and what somebody did. */
export const STREAMED_EVENTS = ['evaluated', 'flagged', 'decided', 'deleted'] as const;
export type StreamedEvent = (typeof STREAMED_EVENTS)[number];

/**
 * What stands in the `data` of an event: where to look, no texts. `status` and `humanDecision` are those
 * of then, null for what was deleted.
 */
export const StreamedData = Type.Object({
  id: Type.String(),
  at: Timestamp,
  projectId: Nullable(Type.String()),
  taskId: Nullable(Type.String()),
  status: Nullable(OneOf(OUTPUT_STATUSES)),
  humanDecision: Nullable(OneOf(DECISIONS)),
  decidedBy: Nullable(Type.String()),
});
export type StreamedData = Static<typeof StreamedData>;

export const streamEvents = defineOperation({
  id: 'streamEvents',
  method: 'GET',
  path: '/api/events',
  owner: 'review',
  summary: 'Follow what happens in the workspace',
  description:
    'Server-sent events (`text/event-stream`): `evaluated` (a result of the rules), `flagged` (by ' +
    'somebody), `decided`, `deleted`, each with an id and JSON `{id, at, projectId, taskId, status, ' +
    'humanDecision, decidedBy}`. It begins now; with `Last-Event-ID`, which an EventSource sends by ' +
    'itself, behind that event. Where that is too long ago the first event is `resync`: read again ' +
    'what you show. Every 15 seconds comes a comment. It ends within 5 seconds when the session does, ' +
    'when it acts in another workspace or when its person leaves this one; otherwise only to be ' +
    'opened again. Who does not read is cut off.',
  tag: 'Events',
  access: { role: 'viewer', scope: null },
  headers: { request: { 'Last-Event-ID': Type.String() } },
  bytes: 'events',
  responses: { 200: Type.String() },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
});

export const EVENT_STREAM_OPERATIONS = [streamEvents] as const;
