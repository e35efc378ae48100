import { Type } from '@sinclair/typebox';

import { requestRuns } from './review.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator', access: 'operator' });

/** A dead-lettered message and the reason. */
const DeadLetterSchema = Type.Object({
  id: Type.String(),
  topic: Type.String(),
  group: Type.String(),
  key: Type.String(),
  eventId: Type.String(),
  reason: Type.String({ description: 'What went wrong, for operators.' }),
  code: Type.String(),
  attempts: Type.Integer(),
  /** The position of the message: `partition 3, offset 1042`. */
  position: Type.String(),
  setAsideAt: Timestamp,
  replayedAt: Nullable(Timestamp),
});

/** The dead letters of a service, oldest first. Every service with consumers has this operation. */
export const listDeadLetters = operation({
  id: 'listDeadLetters',
  method: 'GET',
  path: '/internal/dead-letters',
  summary: 'List dead letters',
  query: Type.Object({
    /** Includes replayed ones. */
    all: Type.Boolean({ default: false }),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    /** The last entry of the previous page. */
    afterId: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
  }),
  responses: { 200: Type.Object({ deadLetters: Type.Array(DeadLetterSchema) }) },
});

/** Replays dead letters one by one. One that fails again is kept with the new reason. */
export const replayDeadLetters = operation({
  id: 'replayDeadLetters',
  path: '/internal/dead-letters/replay',
  summary: 'Replay dead letters',
  onward: [requestRuns],
  body: Type.Object({ ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) }),
  responses: {
    200: Type.Object({
      replayed: Type.Array(Type.String()),
      failed: Type.Array(Type.Object({ id: Type.String(), reason: Type.String() })),
    }),
  },
});
