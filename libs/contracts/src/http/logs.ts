import { type TSchema, Type } from '@sinclair/typebox';

import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { ActionData } from '../events/outputs-submitted.ts';
import { FileData } from '../file.ts';
import { defineOperation } from '../operation.ts';
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
import { IdParams } from './shared.ts';

const Text = Nullable(Type.String());
const Amount = Nullable(Type.Number());
const AnyObject = Type.Record(Type.String(), Type.Unknown());

/** What search shows of an output, by column. */
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
  instructionsVersion: Nullable(Type.Integer()),
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
        'The first 200 characters of the output, or of the summary of its action, with white space folded.',
    }),
  ),
  explanation: Text,
  respondBy: Nullable(Timestamp),
  sessionTurnCount: Type.Integer({ minimum: 1 }),
} as const satisfies Record<string, TSchema>;

const Attachment = Type.Object({ ...FileData.properties, url: Type.String() });

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
  by: Type.String(),
  source: OneOf(DECISION_SOURCES),
  at: Timestamp,
  /** When a flag or another decision took its place. */
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
  revisionOf: Text,
  revisions: Type.Array(Revision),
  flaggedBy: Text,
  flagReason: Text,
  comment: Text,
  correctedOutput: Text,
  onDeadline: OneOf(DEADLINE_ACTIONS),
  escalatedAt: Nullable(Timestamp),
  mediaBytes: Type.Integer(),
  attachments: Type.Array(Attachment),
  decisions: Type.Array(PastDecision),
  appliedRules: Type.Array(AppliedRuleAnswer),
});

/** The stages of an output's life, as its timeline tells them. */
export const TIMELINE_STAGES = [
  'accepted',
  'queued',
  'evaluated',
  'flagged',
  'decided',
  'edited',
  'escalated',
  'callback delivered',
  'callback failed',
] as const;
export type TimelineStage = (typeof TIMELINE_STAGES)[number];

export const listTaskNames = defineOperation({
  id: 'listTaskNames',
  method: 'GET',
  path: '/api/logs/tasks',
  owner: 'review',
  summary: 'Names of the tasks that have outputs',
  tag: 'Outputs',
  access: { role: 'viewer', scope: 'read' },
  query: Type.Object({ project: Type.Optional(Type.String()) }),
  responses: { 200: Type.Array(Type.String()) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
});

export const getOutput = defineOperation({
  id: 'getOutput',
  method: 'GET',
  path: '/api/logs/{id}',
  owner: 'review',
  summary: 'One output, every field',
  tag: 'Outputs',
  access: { role: 'viewer', scope: 'read' },
  onward: [lookUpRuleVersions],
  params: IdParams,
  responses: { 200: OutputDetail },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const getOutputStatus = defineOperation({
  id: 'getOutputStatus',
  method: 'GET',
  path: '/api/logs/{id}/status',
  owner: 'review',
  summary: 'Where an output stands; made for polling',
  tag: 'Outputs',
  // An automation that may only submit must still learn its verdict.
  access: { role: 'viewer', scope: ['submit', 'read'] },
  params: IdParams,
  responses: {
    200: Type.Object({
      id: Type.String(),
      status: OneOf(OUTPUT_STATUSES),
      verdict: Nullable(OneOf(VERDICTS)),
      confidenceScore: Amount,
      explanation: Text,
      humanDecision: Nullable(OneOf(DECISIONS)),
    }),
  },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const getOutputTimeline = defineOperation({
  id: 'getOutputTimeline',
  method: 'GET',
  path: '/api/logs/{id}/timeline',
  owner: 'review',
  summary: 'What happened to an output, oldest first',
  tag: 'Outputs',
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
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const LOG_OPERATIONS = [
  listTaskNames,
  getOutput,
  getOutputStatus,
  getOutputTimeline,
] as const;
