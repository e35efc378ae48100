import { Type } from '@sinclair/typebox';

import { outputsEvaluated } from '../events/outputs-evaluated.ts';
import { JudgedContent, outputsSubmitted } from '../events/outputs-submitted.ts';
import { FileData } from '../file.ts';
import { AppliedRuleAnswer } from '../http/applied-rule.ts';
import { moveGroupWork } from './review.ts';
import { operationsOf } from '../operation.ts';
import { RULE_SCOPES, RULE_TYPES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/** Evaluates a sync submission inline. The answer is final and stored: a repeat gets the same. */
export const evaluateNow = operation({
  id: 'evaluateNow',
  path: '/internal/evaluate',
  summary: 'Evaluate a submission while its caller waits',
  body: outputsSubmitted.schema,
  responses: { 200: outputsEvaluated.schema },
});

/** The stored results of runs; runs without a result are left out. */
export const lookUpEvaluations = operation({
  id: 'lookUpEvaluations',
  path: '/internal/evaluations',
  summary: 'Look up stored results',
  body: Type.Object({
    workspaceId: Type.String(),
    /** All results of these outputs, every run. */
    ids: Type.Array(Type.String(), { maxItems: 1000 }),
  }),
  responses: { 200: Type.Object({ evaluations: Type.Array(outputsEvaluated.schema) }) },
});

/** The immutable texts of versions of rules. */
const RuleVersionText = Type.Object({
  ruleVersionId: Type.String(),
  ruleId: Type.String(),
  ruleVersion: Type.Integer(),
  ruleName: Type.String(),
  ruleType: OneOf(RULE_TYPES),
  /** Null where those before it have as many bytes as are wanted. */
  ruleValue: Nullable(Type.String()),
  /** Of the value, in UTF-8; not told by an earlier release. */
  valueBytes: Type.Optional(Type.Integer()),
  scope: OneOf(RULE_SCOPES),
  projectId: Nullable(Type.String()),
  taskId: Nullable(Type.String()),
});

export const lookUpRuleVersions = operation({
  id: 'lookUpRuleVersions',
  path: '/internal/rule-versions',
  summary: 'Look up the texts of rule versions',
  body: Type.Object({
    workspaceId: Type.String(),
    ids: Type.Array(Type.String(), { maxItems: 2000 }),
    /** Of values, in the order of the ids, as many as come to so many bytes; an earlier release takes all. */
    valueBytesMax: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  responses: { 200: Type.Object({ versions: Type.Array(RuleVersionText) }) },
});

/** The parts of an output that a person can correct. */
export const CORRECTED_PARTS = ['output', 'action'] as const;
export type CorrectedPart = (typeof CORRECTED_PARTS)[number];

/**
 * Applies the active rules that read what somebody corrected, and stores nothing. Judges are called too, which
 * takes one of the caller's model calls.
 */
export const checkCorrection = operation({
  id: 'checkCorrection',
  path: '/internal/corrections/check',
  summary: 'Check a correction by the rules',
  // What judges get, and the rest.
  answersWithinMs: 28_000,
  body: Type.Object({
    workspaceId: Type.String(),
    projectId: Type.String(),
    taskId: Nullable(Type.String()),
    /** As corrected; what the caller said of the run is nothing that a person corrects. */
    content: Type.Omit(JudgedContent, ['confidence', 'latencyMs', 'costUsd']),
    attachments: Type.Array(
      Type.Object({
        ...FileData.properties,
        sizeBytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      }),
    ),
    corrected: Type.Array(OneOf(CORRECTED_PARTS), { minItems: 1 }),
  }),
  responses: {
    200: Type.Object({
      appliedRules: Type.Array(AppliedRuleAnswer),
      /** Names of those that failed or erred and ask for several approvals; not told by an earlier release. */
      approvalsAskedBy: Type.Optional(Type.Array(Type.String())),
    }),
  },
  errors: ['RATE_LIMITED'],
});

/**
 * Has rules that name a group, which is about to be deleted, name another one; without that, tells how many there are.
 */
export const moveGroupRules = operation({
  id: 'moveGroupRules',
  path: '/internal/rules/move-group',
  summary: 'Move the rules of a group of approvers',
  body: moveGroupWork.body,
  responses: moveGroupWork.responses,
});
