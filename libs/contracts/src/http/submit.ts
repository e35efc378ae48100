import { Type } from '@sinclair/typebox';

import { WantedApprovals } from '../approvals.ts';
import { FileReference, FILES_MAX } from '../file.ts';
import { defineOperation } from '../operation.ts';
import { CALLBACK_EVENTS, DEADLINE_ACTIONS, OUTPUT_STATUSES, VERDICTS } from '../output.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { Action, Amount, Name, OpenObject, Tags, VersionNumber } from './shared.ts';

const KIB = 1024;
/** Source: the interface's table of submit fields. */
const TEXT_BYTES_MAX = 1024 * KIB;
// Many servers on the way refuse longer URLs, and a callback URL needs no more.
const URL_LENGTH_MAX = 2048;

/** Source: the interface. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

const Label = Type.String({ minLength: 1, maxLength: 200 });

/** The body of POST /api/logs. A separate check requires one of output, outputAttachments and action. */
export const SubmitBody = Type.Object({
  project: Name,
  task: Type.Optional(Name),
  output: Type.Optional(
    Type.String({
      'x-maxBytes': TEXT_BYTES_MAX,
      'x-keepBlank': true,
      description: 'Plain text or JSON text. An empty string means that the AI answered nothing.',
    }),
  ),
  input: Type.Optional(Type.String({ 'x-maxBytes': TEXT_BYTES_MAX })),
  sync: Type.Optional(
    Type.Boolean({ description: 'Evaluate inline, and return the verdict in the response.' }),
  ),
  id: Type.Optional(
    Type.String({
      maxLength: 128,
      pattern: '^(?!(?:tasks|bulk|export)$)[A-Za-z0-9][A-Za-z0-9_.:-]*$',
      'x-patternMessage':
        'Must begin with a letter or digit and contain only letters, digits, "_", ".", ":" and ' +
        '"-". "tasks", "bulk" and "export" are reserved.',
    }),
  ),
  sessionId: Type.Optional(Label),
  subjectId: Type.Optional(Label),
  actorId: Type.Optional(Label),
  model: Type.Optional(Label),
  latencyMs: Type.Optional(Amount),
  costUsd: Type.Optional(Amount),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  timestamp: Type.Optional(Type.String({ format: 'instant' })),
  tags: Type.Optional(Tags),
  metadata: Type.Optional(OpenObject),
  attachments: Type.Optional(Type.Array(FileReference, { maxItems: FILES_MAX })),
  outputAttachments: Type.Optional(Type.Array(FileReference, { maxItems: FILES_MAX })),
  action: Type.Optional(Action),
  requireApproval: Type.Optional(Type.Boolean()),
  approvals: Type.Optional(WantedApprovals),
  callbackUrl: Type.Optional(Type.String({ maxLength: URL_LENGTH_MAX })),
  callbackEvents: Type.Optional(OneOf(CALLBACK_EVENTS)),
  revisionOf: Type.Optional(Type.String({ maxLength: 128 })),
  respondBy: Type.Optional(
    Type.String({ maxLength: 64, description: 'An ISO 8601 time, or a duration such as `PT30M`.' }),
  ),
  onDeadline: Type.Optional(OneOf(DEADLINE_ACTIONS)),
  instructionsVersion: Type.Optional(VersionNumber),
});

const AcceptedAnswer = Type.Object({
  ok: Type.Literal(true),
  id: Type.String(),
  status: Type.Literal('pending'),
});

/** The answer to a sync submission without a verdict in time: the keys of both answers. */
const AcceptedWithoutVerdict = Type.Object({
  ok: Type.Literal(true),
  id: Type.String(),
  verdict: Type.Null(),
  confidenceScore: Type.Null(),
  explanation: Type.Null(),
  status: Type.Literal('pending'),
});

const EvaluatedAnswer = Type.Object({
  ok: Type.Literal(true),
  id: Type.String(),
  verdict: Nullable(OneOf(VERDICTS)),
  confidenceScore: Nullable(Type.Number()),
  explanation: Type.String(),
  status: OneOf(OUTPUT_STATUSES),
});

const REPLAYED =
  '`true` if this repeats the response to an earlier request with the same Idempotency-Key.';

export const submitOutput = defineOperation({
  id: 'submitOutput',
  method: 'POST',
  path: '/api/logs',
  owner: 'gateway',
  summary: 'Submit an output for evaluation',
  description:
    'Returns 202 once the output is stored; with `sync: true`, 200 with the verdict. Either ' +
    'way, the output is stored durably. With an `Idempotency-Key` header, a retry gets exactly ' +
    'the response that the first request got.',
  tag: 'Outputs',
  access: { role: null, scope: 'submit' },
  body: SubmitBody,
  headers: {
    request: {
      'Idempotency-Key': Type.String({
        maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
        description: 'Identifies this submission of this token for 24 hours.',
      }),
    },
    answers: {
      200: { 'Idempotent-Replayed': REPLAYED },
      202: { Location: 'Path of the output.', 'Idempotent-Replayed': REPLAYED },
    },
  },
  responses: {
    200: EvaluatedAnswer,
    202: Type.Union([AcceptedAnswer, AcceptedWithoutVerdict]),
    429: Type.Object({ error: Type.String() }),
  },
  errors: [
    'FORBIDDEN',
    'REVISION_NOT_FOUND',
    'ID_CONFLICT',
    'IDEMPOTENCY_IN_FLIGHT',
    'UPLOAD_CONSUMED',
    'PAYLOAD_TOO_LARGE',
    'MEDIA_QUOTA_EXCEEDED',
    'UNSUPPORTED_MEDIA_TYPE',
    'IDEMPOTENCY_KEY_REUSED',
    'UNPROCESSABLE_ATTACHMENT',
  ],
});
