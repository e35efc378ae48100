import { Type } from '@sinclair/typebox';

import { checkCorrection } from '../internal/evaluation.ts';
import { findApprovers, takeModelCall } from '../internal/gateway.ts';
import { queueLesson } from '../internal/instructions.ts';
import { ReasonIds } from '../notification-settings.ts';
import { operationsOf } from '../operation.ts';
import { DECISIONS } from '../output.ts';
import { Clearable, Nullable, OneOf } from '../schema/nullable.ts';
import { AppliedRuleAnswer } from './applied-rule.ts';
import { ClaimedBody } from './claims.ts';
import { Count, IdParams, OkBody, OpenObject } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Decisions' });

/** Source: the interface's limits of a decision. */
const Comment = Type.String({ minLength: 1, maxLength: 2000 });
const CORRECTED_OUTPUT_BYTES_MAX = 1_048_576;
const BULK_IDS_MAX = 1000;

const FLAGGED_BY = ['end_user', 'api'] as const;

export const BULK_ACTIONS = ['approve', 'reject', 'delete', 'assign'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const BULK_SKIP_CODES = [
  'NOT_FOUND',
  'STILL_EVALUATING',
  'ALREADY_DECIDED',
  'CLAIMED',
  'FORBIDDEN',
  'CONFLICT',
] as const;
export type BulkSkipCode = (typeof BULK_SKIP_CODES)[number];

/** Why a lesson's comment did not become a note. */
const NOT_QUEUED_BECAUSE = ['no_task', 'no_instructions', 'queue_full', 'not_yet'] as const;
export type NotQueuedBecause = (typeof NOT_QUEUED_BECAUSE)[number];

export const decideOutput = operation({
  id: 'decideOutput',
  method: 'PATCH',
  path: '/api/logs/{id}/decision',
  summary: 'Decide an output',
  description:
    'The output must have been evaluated. Repeating its decision changes nothing; a different ' +
    'decision needs `override`. `changed` needs either `comment` (redo it like this) or a ' +
    'correction: `correctedOutput` (use this instead), `correctedAction` (run the action with ' +
    'these params), or both.\n\n' +
    'A correction by a session is checked first, by the active rules that read what was ' +
    'corrected. If one of them fails or errors, the response is 409 `CORRECTION_FLAGGED` with ' +
    '`appliedRules`, and nothing has changed; the same call with `confirmFlagged` decides. ' +
    'Judges are called too: that counts toward the limit of 20 calls per minute that can call a ' +
    'model, and a judge that does not answer within 25 s ends as `error`. A correction by a ' +
    'token is checked too, but not refused for that; the timeline names the rules that failed. A ' +
    'correction on which a rule with `approvals` fails or errs returns 400 for every caller, ' +
    'even with `confirmFlagged`: several people would have to approve it.\n\n' +
    'An output whose submission could not be read cannot be approved until that is replayed: 409 ' +
    '`CONFLICT`.\n\n' +
    'While another person has claimed the output, a session is refused with 409 `CLAIMED` and ' +
    '`claimedBy`, unless it sends `takeOver`.\n\n' +
    'Where an output needs `approvals`, only people can approve it, and it is decided with the ' +
    'last of them; until then `humanDecision` is null. One rejection, `changed` with a comment, ' +
    'or `handled` decides. Tokens can only reject, and corrections are refused. `approved` with ' +
    '`override` begins again with the first approval.\n\n' +
    'With `teach`, the comment is queued as feedback for the instructions; an output that is ' +
    'already decided stays as it is, and `decision` can be left out. `queued` says whether the ' +
    'comment is queued, and `notQueuedBecause` why not: the output has no task, the task has no ' +
    'instructions, these have as many queued notes as they can have (`queue_full`: send it again ' +
    'once there is room), or they cannot be reached (`not_yet`: the comment is queued once they ' +
    'can be, if there are any). Tokens can only decide if the workspace has `tokensMayDecide` on.',
  access: { role: 'reviewer', scope: 'decide', tokenSetting: 'tokensMayDecide' },
  onward: [queueLesson, checkCorrection, takeModelCall, findApprovers],
  // The time to check a correction, plus overhead.
  answersWithinMs: 30_000,
  params: IdParams,
  body: Type.Object({
    decision: Type.Optional(OneOf(DECISIONS)),
    comment: Type.Optional(Comment),
    correctedOutput: Type.Optional(
      Type.String({ minLength: 1, 'x-maxBytes': CORRECTED_OUTPUT_BYTES_MAX }),
    ),
    correctedAction: Type.Optional(
      Type.Object(
        { params: OpenObject },
        {
          additionalProperties: false,
          'x-closed': true,
          description: 'The params to use instead. The name and summary of the action stay.',
        },
      ),
    ),
    reasonIds: Type.Optional(ReasonIds),
    override: Type.Optional(Type.Boolean()),
    confirmFlagged: Type.Optional(
      Type.Boolean({ description: 'Decide even if rules fail or err on the correction.' }),
    ),
    teach: Type.Optional(Type.Boolean()),
    takeOver: Type.Optional(
      Type.Boolean({ description: 'Decide even if another person has claimed the output.' }),
    ),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      id: Type.String(),
      /** Null after an approval if more are needed. */
      humanDecision: Nullable(OneOf(DECISIONS)),
      /** Null if there was no lesson. */
      queued: Nullable(Type.Boolean()),
      notQueuedBecause: Nullable(OneOf(NOT_QUEUED_BECAUSE)),
    }),
    409: Type.Object({
      ...ClaimedBody.properties,
      appliedRules: Type.Optional(
        Type.Array(AppliedRuleAnswer, {
          description: 'With `CORRECTION_FLAGGED`: how the rules ended on the correction.',
        }),
      ),
    }),
  },
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'STILL_EVALUATING',
    'ALREADY_DECIDED',
    'CONFLICT',
    'CLAIMED',
    'NOT_DECIDED',
    'CORRECTION_FLAGGED',
  ],
});

export const flagOutput = operation({
  id: 'flagOutput',
  method: 'PATCH',
  path: '/api/logs/{id}/status',
  summary: 'Flag an output for review',
  description:
    'Sends an evaluated output back to the queue. Clears the decision, which stays in the list ' +
    'of decisions. `reason` is put before the explanation, and both together are truncated to 16,384 ' +
    'characters.',
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
  errors: ['FORBIDDEN', 'NOT_FOUND', 'STILL_EVALUATING'],
});

export const withdrawOutput = operation({
  id: 'withdrawOutput',
  method: 'POST',
  path: '/api/logs/{id}/withdraw',
  summary: 'Withdraw an output',
  description:
    'Takes an output that no longer needs a decision out of the queue: it becomes `handled`, even ' +
    'while it is still being evaluated. `reason` is kept as the comment of the decision. Only the ' +
    'token that submitted the output and the workspace token can withdraw it. Repeating the call ' +
    'with the same `reason` changes nothing; another `reason`, or an output with another ' +
    'decision, returns 409.',
  access: { role: null, scope: 'submit' },
  tellsSubmitter: true,
  params: IdParams,
  body: Type.Object({ reason: Type.Optional(Comment) }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      id: Type.String(),
      humanDecision: Type.Literal('handled'),
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'ALREADY_DECIDED'],
});

export const evaluateAgain = operation({
  id: 'evaluateAgain',
  method: 'POST',
  path: '/api/logs/{id}/evaluate',
  summary: 'Evaluate an output again',
  description:
    'Evaluates an undecided output with the current rules. Counts toward the limit of 20 calls ' +
    'per minute that can call a model. An output whose submission could not be read cannot be ' +
    'evaluated until that is replayed: 409 `CONFLICT`. Each call starts an evaluation, perhaps ' +
    'even one that gets 503: read the output before you repeat it.',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: {
    202: Type.Object({
      ok: Type.Literal(true),
      id: Type.String(),
      status: Type.Literal('pending'),
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'STILL_EVALUATING', 'ALREADY_DECIDED', 'CONFLICT'],
});

export const changeManyOutputs = operation({
  id: 'changeManyOutputs',
  method: 'PATCH',
  path: '/api/logs/bulk',
  summary: 'Approve, reject, delete or assign outputs in bulk',
  description:
    'Outputs that cannot be changed are skipped and listed in `skipped`, with `FORBIDDEN` where ' +
    'you may not approve or assign one yourself. An output that needs several approvals gets ' +
    'one. Only managers and admins can delete. `assign` takes `userId` and `groupId` as one ' +
    'output does (`PATCH /api/logs/{id}/assignee`), and skips with `CONFLICT` outputs that ' +
    'passed and are not samples; `approve` does so with outputs whose submission could not be ' +
    'read.',
  access: { role: 'reviewer', scope: null },
  onward: [findApprovers],
  // Up to a thousand outputs at once.
  answersWithinMs: 25_000,
  body: Type.Object({
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: BULK_IDS_MAX,
    }),
    action: OneOf(BULK_ACTIONS),
    comment: Type.Optional(Comment),
    reasonIds: Type.Optional(ReasonIds),
    userId: Type.Optional(Clearable(Type.String())),
    groupId: Type.Optional(Clearable(Type.String())),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      /** How many outputs changed. */
      count: Count(),
      skipped: Type.Array(
        Type.Object({
          id: Type.String(),
          code: OneOf(BULK_SKIP_CODES),
        }),
      ),
    }),
  },
});

export const deleteOutput = operation({
  id: 'deleteOutput',
  method: 'DELETE',
  path: '/api/logs/{id}',
  summary: 'Delete an output permanently',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const DECISION_OPERATIONS = [
  decideOutput,
  flagOutput,
  withdrawOutput,
  evaluateAgain,
  changeManyOutputs,
  deleteOutput,
] as const;
