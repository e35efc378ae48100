import { Type } from '@sinclair/typebox';

import { queueLesson } from '../internal/lessons.ts';
import { defineOperation } from '../operation.ts';
import { DECISIONS } from '../output.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { IdParams, OkBody } from './shared.ts';

/** Source: the interface's limits of a decision. */
const Comment = Type.String({ minLength: 1, maxLength: 2000 });
const CORRECTED_OUTPUT_BYTES_MAX = 1_048_576;
const BULK_IDS_MAX = 1000;

export const FLAGGED_BY = ['end_user', 'api'] as const;

export const BULK_ACTIONS = ['approve', 'reject', 'delete'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Why a comment that is to teach is no note. */
const NOT_QUEUED_BECAUSE = ['no_task', 'no_instructions', 'not_yet'] as const;
export type NotQueuedBecause = (typeof NOT_QUEUED_BECAUSE)[number];

export const decideOutput = defineOperation({
  id: 'decideOutput',
  method: 'PATCH',
  path: '/api/logs/{id}/decision',
  owner: 'review',
  summary: 'Decide an evaluated output',
  description:
    'The same decision again changes nothing; another one needs `override`. `changed` needs exactly one ' +
    'of `comment` (redo it like this) and `correctedOutput` (use this instead). With `teach` an output ' +
    'that is decided stays as it is, and the comment is queued as feedback for the instructions; the ' +
    'decision may be left out then; `queued` says whether it is queued, and `notQueuedBecause` why not: the ' +
    'output is of no task, the task has no instructions, or these cannot be reached (`not_yet`: it is ' +
    'queued once they can, if there are any). Tokens may only where the workspace has `tokensMayDecide` on.',
  tag: 'Decisions',
  access: { role: 'reviewer', scope: 'decide', tokenSetting: 'tokensMayDecide' },
  onward: [queueLesson],
  params: IdParams,
  body: Type.Object({
    decision: Type.Optional(OneOf(DECISIONS)),
    comment: Type.Optional(Comment),
    correctedOutput: Type.Optional(
      Type.String({ minLength: 1, 'x-maxBytes': CORRECTED_OUTPUT_BYTES_MAX }),
    ),
    override: Type.Optional(Type.Boolean()),
    teach: Type.Optional(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      id: Type.String(),
      humanDecision: OneOf(DECISIONS),
      /** Null where nothing was taught. */
      queued: Nullable(Type.Boolean()),
      notQueuedBecause: Nullable(OneOf(NOT_QUEUED_BECAUSE)),
    }),
  },
  errors: [
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'NOT_FOUND',
    'STILL_EVALUATING',
    'ALREADY_DECIDED',
    'NOT_DECIDED',
  ],
});

export const flagOutput = defineOperation({
  id: 'flagOutput',
  method: 'PATCH',
  path: '/api/logs/{id}/status',
  owner: 'review',
  summary: 'Send an evaluated output back into the queue',
  description: 'Clears the decision; it stays in the list of decisions.',
  tag: 'Decisions',
  access: { role: 'reviewer', scope: 'decide' },
  params: IdParams,
  body: Type.Object({
    status: Type.Literal('flagged'),
    reason: Type.Optional(Comment),
    flaggedBy: Type.Optional(OneOf(FLAGGED_BY)),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      id: Type.String(),
      status: Type.Literal('flagged'),
    }),
  },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'STILL_EVALUATING'],
});

export const evaluateAgain = defineOperation({
  id: 'evaluateAgain',
  method: 'POST',
  path: '/api/logs/{id}/evaluate',
  owner: 'review',
  summary: 'Evaluate an undecided output again, with the rules of now',
  description: 'One of the 20 calls a minute that may ask a model.',
  tag: 'Decisions',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: {
    202: Type.Object({
      ok: Type.Literal(true),
      id: Type.String(),
      status: Type.Literal('pending'),
    }),
  },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'STILL_EVALUATING', 'ALREADY_DECIDED'],
});

export const changeManyOutputs = defineOperation({
  id: 'changeManyOutputs',
  method: 'PATCH',
  path: '/api/logs/bulk',
  owner: 'review',
  summary: 'Approve, reject or delete many outputs',
  description: 'What cannot be changed is skipped and listed. Deleting takes a manager.',
  tag: 'Decisions',
  access: { role: 'reviewer', scope: null },
  // A thousand outputs at once.
  answersWithinMs: 25_000,
  body: Type.Object({
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: BULK_IDS_MAX,
    }),
    action: OneOf(BULK_ACTIONS),
    comment: Type.Optional(Comment),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      /** How many changed. */
      count: Type.Integer(),
      skipped: Type.Array(
        Type.Object({
          id: Type.String(),
          code: OneOf(['NOT_FOUND', 'STILL_EVALUATING', 'ALREADY_DECIDED']),
        }),
      ),
    }),
  },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
});

export const deleteOutput = defineOperation({
  id: 'deleteOutput',
  method: 'DELETE',
  path: '/api/logs/{id}',
  owner: 'review',
  summary: 'Delete an output for good',
  tag: 'Decisions',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const DECISION_OPERATIONS = [
  decideOutput,
  flagOutput,
  evaluateAgain,
  changeManyOutputs,
  deleteOutput,
] as const;
