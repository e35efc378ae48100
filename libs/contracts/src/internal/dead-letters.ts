import { Type } from '@sinclair/typebox';

import { requestRuns } from './review.ts';
import { defineOperation } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';

/** A message that a consumer set aside, and why. */
const DeadLetterSchema = Type.Object({
  id: Type.String(),
  topic: Type.String(),
  group: Type.String(),
  key: Type.String(),
  eventId: Type.String(),
  reason: Type.String({ description: 'What went wrong, for operators.' }),
  code: Type.String(),
  attempts: Type.Integer(),
  /** Where the message stood: `partition 3, offset 1042`. */
  position: Type.String(),
  setAsideAt: Timestamp,
  replayedAt: Nullable(Timestamp),
});

/** What a service set aside, oldest first. Every service that consumes answers it. */
export const listDeadLetters = defineOperation({
  id: 'listDeadLetters',
  method: 'GET',
  path: '/internal/dead-letters',
  owner: 'evaluator',
  summary: 'List dead letters',
  tag: 'internal',
  access: 'operator',
  query: Type.Object({
    /** Those that were replayed too. */
    all: Type.Boolean({ default: false }),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    /** The last one of the page before. */
    afterId: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
  }),
  responses: { 200: Type.Object({ deadLetters: Type.Array(DeadLetterSchema) }) },
  errors: [],
});

/** Handles set-aside messages again, each by itself. One that fails again stays and says why. */
export const replayDeadLetters = defineOperation({
  id: 'replayDeadLetters',
  method: 'POST',
  path: '/internal/dead-letters/replay',
  owner: 'evaluator',
  summary: 'Replay dead letters',
  tag: 'internal',
  access: 'operator',
  onward: [requestRuns],
  body: Type.Object({ ids: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }) }),
  responses: {
    200: Type.Object({
      replayed: Type.Array(Type.String()),
      failed: Type.Array(Type.Object({ id: Type.String(), reason: Type.String() })),
    }),
  },
  errors: [],
});
