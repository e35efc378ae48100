import { type Static, Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { DECISIONS, OUTPUT_STATUSES } from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';

/** What the stream of a workspace tells of; `resync` says that what came before cannot be told any more. */
export const STREAMED_EVENTS = ['evaluated', 'flagged', 'decided', 'deleted', 'resync'] as const;
export type StreamedEvent = (typeof STREAMED_EVENTS)[number];

/** What stands in the `data` of an event: where to look, no texts. */
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
    'Server-sent events (`text/event-stream`): `evaluated`, `flagged`, `decided`, `deleted`, each with ' +
    'JSON that names the output. With `Last-Event-ID` it goes on behind that event; where that is too ' +
    'long ago the first event is `resync`: read again what you show. Without the header it begins now. ' +
    'A comment comes every 15 seconds. It ends within 5 seconds when the session does, or when its ' +
    'person leaves the workspace.',
  tag: 'Events',
  access: { role: 'viewer', scope: null },
  headers: { request: { 'Last-Event-ID': Type.String() } },
  bytes: 'answer',
  responses: { 200: Type.String() },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
});

export const EVENT_STREAM_OPERATIONS = [streamEvents] as const;
