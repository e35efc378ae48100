import { type TSchema, Type } from '@sinclair/typebox';

import { APPROVAL_BARS, type ApprovalBar, Approvals } from '../approvals.ts';
import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { findApprovers } from '../internal/gateway.ts';
import { ActionData, CorrectedActionData } from '../events/outputs-submitted.ts';
import { FileData } from '../file.ts';
import { operationsOf } from '../operation.ts';
import {
  CALLBACK_EVENTS,
  DEADLINE_ACTIONS,
  DECISION_SOURCES,
  DECISIONS,
  OUTPUT_STATUSES,
  VERDICTS,
} from '../output.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { AppliedRuleAnswer } from './applied-rule.ts';
import { Count, IdParams, NameOrId, VersionNumber } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Outputs' });

const Text = Nullable(Type.String());
const Amount = Nullable(Type.Number());
const AnyObject = Type.Record(Type.String(), Type.Unknown());

/** The person or group who should decide an output. */
export const Assignee = Type.Object({
  kind: OneOf(['user', 'group']),
  id: Type.String(),
  name: Type.String(),
});

/** The columns of an output in search results. */
export const OUTPUT_COLUMNS = {
  id: Type.String(),
  timestamp: Timestamp,
  projectId: Text,
  projectName: Text,
  taskName: Text,
  sessionId: Text,
  subjectId: Text,
  actorId: Text,
  model: Text,
  status: OneOf(OUTPUT_STATUSES),
  instructionsVersion: Nullable(VersionNumber),
  latencyMs: Amount,
  costUsd: Amount,
  verdict: Nullable(OneOf(VERDICTS)),
  confidenceScore: Amount,
  humanDecision: Nullable(OneOf(DECISIONS)),
  decidedAt: Nullable(Timestamp),
  decidedBy: Text,
  decisionSource: Nullable(OneOf(DECISION_SOURCES)),
  callbackUrl: Text,
  metadata: AnyObject,
  tags: Type.Array(Type.String()),
  input: Text,
  output: Text,
  excerpt: Nullable(
    Type.String({
      description:
        'The first 200 characters of the output, or of the summary of its action, with ' +
        'whitespace collapsed.',
    }),
  ),
  explanation: Text,
  respondBy: Nullable(Timestamp),
  sampled: Type.Boolean({
    description: 'Whether it passed and was selected for review by the sample rate.',
  }),
  claimedBy: Nullable(
    Type.String({ description: 'The email of the person who is looking at it to decide it.' }),
  ),
  claimedUntil: Nullable(Timestamp),
  assignee: Nullable(Assignee),
  approvals: Nullable(Approvals),
  sessionTurnCount: Count({ minimum: 1 }),
} as const satisfies Record<string, TSchema>;

const Attachment = Type.Object({
  ...FileData.properties,
  // The event schema is published without an upper bound.
  sizeBytes: Count(),
  url: Type.String(),
});

const Revision = Type.Object({
  id: Type.String(),
  createdAt: Timestamp,
  status: OneOf(OUTPUT_STATUSES),
  humanDecision: Nullable(OneOf(DECISIONS)),
});

const PastDecision = Type.Object({
  decision: OneOf(DECISIONS),
  comment: Text,
  correctedOutput: Text,
  correctedAction: Nullable(CorrectedActionData),
  reasonIds: Type.Array(Type.String()),
  by: Type.String(),
  source: OneOf(DECISION_SOURCES),
  at: Timestamp,
  /** When a flag or another decision replaced it. */
  clearedAt: Nullable(Timestamp),
});

/** One output with every field. */
export const OutputDetail = Type.Object({
  ...OUTPUT_COLUMNS,
  workspaceId: Type.String(),
  createdAt: Timestamp,
  submittedBy: Text,
  confidence: Amount,
  callbackEvents: OneOf(CALLBACK_EVENTS),
  requireApproval: Type.Boolean(),
  action: Nullable(ActionData),
  /** The action as the AI proposed it, like `action`, under its name in events. */
  aiAction: Nullable(ActionData),
  revisionOf: Text,
  revisions: Type.Array(Revision),
  flaggedBy: Text,
  flagReason: Text,
  comment: Text,
  correctedOutput: Text,
  correctedAction: Nullable(CorrectedActionData),
  /** The reasons of the current decision. */
  reasonIds: Type.Array(Type.String()),
  mayNotApprove: Nullable(
    Type.Unsafe<ApprovalBar>({
      ...OneOf(APPROVAL_BARS),
      description:
        'Why the caller may not approve an output that needs several approvals: the caller has approved it, ' +
        'has submitted it, or is in none of the groups that still have to approve. Null if the caller may, ' +
        'and if one person decides.',
    }),
  ),
  onDeadline: OneOf(DEADLINE_ACTIONS),
  escalatedAt: Nullable(Timestamp),
  mediaBytes: Count(),
  attachments: Type.Array(Attachment),
  decisions: Type.Array(PastDecision, {
    description:
      'Oldest first. The newest include their `comment`, `correctedOutput` and `correctedAction`, up to a ' +
      'total of 2 MB (2,097,152 bytes); in older ones they are null. The current decision ' +
      'always includes them.',
  }),
  appliedRules: Type.Array(AppliedRuleAnswer, {
    description:
      'Live rules first, then those in shadow. Each of the two includes `ruleValue` up to a ' +
      'total of 1 MB (1,048,576 bytes), rules that failed or erred first; for the others it is ' +
      '`…`.',
  }),
});

/** The stages of an output's life in its timeline. */
export const TIMELINE_STAGES = [
  'accepted',
  'queued',
  'evaluated',
  'flagged',
  'decided',
  'approved',
  'edited',
  'escalated',
  'callback delivered',
  'callback failed',
] as const;
export type TimelineStage = (typeof TIMELINE_STAGES)[number];

export const listTaskNames = operation({
  id: 'listTaskNames',
  method: 'GET',
  path: '/api/logs/tasks',
  summary: 'List the names of tasks that have outputs',
  access: { role: 'viewer', scope: 'read' },
  query: Type.Object({ project: Type.Optional(NameOrId) }),
  responses: { 200: Type.Array(Type.String()) },
});

export const getOutput = operation({
  id: 'getOutput',
  method: 'GET',
  path: '/api/logs/{id}',
  summary: 'Get an output',
  access: { role: 'viewer', scope: 'read' },
  onward: [lookUpRuleVersions, findApprovers],
  params: IdParams,
  responses: { 200: OutputDetail },
  errors: ['NOT_FOUND'],
});

/** The maximum wait of a status call in seconds. Source: the interface. */
const STATUS_WAIT_SECONDS_MAX = 60;

export const getOutputStatus = operation({
  id: 'getOutputStatus',
  method: 'GET',
  path: '/api/logs/{id}/status',
  summary: 'Get the status of an output, or wait for its decision',
  description:
    'An output is settled when it passed without being held, or when it was decided; a flag ' +
    'unsettles it. With `wait`, the response is sent when the output settles, or after that many ' +
    'seconds with the current status. If the output is deleted in the meantime, the response is ' +
    '404. A token or session can hold at most 100 waiting calls per gateway; beyond that the ' +
    'answer is 429. To a token without the scope `read`, `comment`, `correctedOutput`, ' +
    '`correctedAction`, `decidedBy`, `decidedAt` and `approvals` are null for outputs that it ' +
    'did not submit.',
  // An automation with only the scope `submit` must be able to read its verdict.
  access: { role: 'viewer', scope: ['submit', 'read'] },
  tellsSubmitter: true,
  params: IdParams,
  query: Type.Object({
    wait: Type.Integer({
      minimum: 0,
      maximum: STATUS_WAIT_SECONDS_MAX,
      default: 0,
      description: 'How many seconds to wait for the output to settle.',
    }),
  }),
  responses: {
    200: Type.Object({
      id: Type.String(),
      status: OneOf(OUTPUT_STATUSES),
      verdict: Nullable(OneOf(VERDICTS)),
      confidenceScore: Amount,
      explanation: Text,
      humanDecision: Nullable(OneOf(DECISIONS)),
      settled: Type.Boolean(),
      comment: Text,
      correctedOutput: Text,
      correctedAction: Nullable(CorrectedActionData),
      decidedBy: Text,
      decidedAt: Nullable(Timestamp),
      approvals: Nullable(Approvals),
    }),
  },
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
});

export const getOutputTimeline = operation({
  id: 'getOutputTimeline',
  method: 'GET',
  path: '/api/logs/{id}/timeline',
  summary: 'Get the timeline of an output, oldest event first',
  description:
    'How the output was accepted and last evaluated, and the newest 1,000 of all other events.',
  access: { role: 'viewer', scope: 'read' },
  params: IdParams,
  responses: {
    200: Type.Object({
      id: Type.String(),
      events: Type.Array(
        Type.Object({
          at: Timestamp,
          stage: OneOf(TIMELINE_STAGES),
          actor: Text,
          detail: Text,
        }),
      ),
    }),
  },
  errors: ['NOT_FOUND'],
});

export const LOG_OPERATIONS = [
  listTaskNames,
  getOutput,
  getOutputStatus,
  getOutputTimeline,
] as const;
