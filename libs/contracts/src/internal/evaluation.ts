import { Type } from '@sinclair/typebox';

import { outputsEvaluated } from '../events/outputs-evaluated.ts';
import { JudgedContent, outputsSubmitted } from '../events/outputs-submitted.ts';
import { FileData } from '../file.ts';
import { AppliedRuleAnswer } from '../http/applied-rule.ts';
import { VersionNumber } from '../http/shared.ts';
import { moveGroupWork } from './review.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { RULE_SCOPES, RULE_TYPES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/** Evaluates a sync submission inline. The result is final and stored; a repeated call returns the same. */
export const evaluateNow = operation({
  id: 'evaluateNow',
  path: '/internal/evaluate',
  summary: 'Evaluate a submission while its caller waits',
  body: outputsSubmitted.schema,
  responses: { 200: outputsEvaluated.schema },
});

/** The stored results of runs. Runs without a result are left out. */
export const lookUpEvaluations = operation({
  id: 'lookUpEvaluations',
  path: '/internal/evaluations',
  summary: 'Look up stored results',
  body: Type.Object({
    workspaceId: Type.String(),
    /** Returns all results of these outputs, for every run. */
    ids: Type.Array(Type.String(), { maxItems: 1000 }),
  }),
  responses: { 200: Type.Object({ evaluations: Type.Array(outputsEvaluated.schema) }) },
});

/** The immutable texts of rule versions. */
const RuleVersionText = Type.Object({
  ruleVersionId: Type.String(),
  ruleId: Type.String(),
  ruleVersion: Type.Integer(),
  ruleName: Type.String(),
  ruleType: OneOf(RULE_TYPES),
  /** Null if earlier values have used up the byte limit. */
  ruleValue: Nullable(Type.String()),
  /** Size of the value in UTF-8 bytes; absent from an earlier release. */
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
    /** Also returns the ID of this version. An earlier release ignores it. */
    numbered: Type.Optional(Type.Object({ ruleId: Type.String(), ruleVersion: VersionNumber })),
    /** The byte limit for values, filled in the order of the IDs. An earlier release returns all values. */
    valueBytesMax: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  responses: {
    200: Type.Object({
      versions: Type.Array(RuleVersionText),
      /** The ID of the version in `numbered`, null if there is none; absent from an earlier release. */
      numberedId: Type.Optional(Nullable(Type.String())),
    }),
  },
});

/** The parts of an output that a person can correct. */
export const CORRECTED_PARTS = ['output', 'action'] as const;
export type CorrectedPart = (typeof CORRECTED_PARTS)[number];

/**
 * Applies the active rules that read the corrected parts, and stores nothing. It also calls judges, which uses one of
 * the caller's model calls.
 */
export const checkCorrection = operation({
  id: 'checkCorrection',
  path: '/internal/corrections/check',
  summary: 'Check a correction by the rules',
  // The time of the judges, plus overhead.
  answersWithinMs: 28_000,
  body: Type.Object({
    workspaceId: Type.String(),
    projectId: Type.String(),
    taskId: Nullable(Type.String()),
    /** The corrected content. Values that the caller reported about the run cannot be corrected. */
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
      /** Names of rules that failed or erred and require several approvals; absent from an earlier release. */
      approvalsAskedBy: Type.Optional(Type.Array(Type.String())),
    }),
  },
  errors: ['RATE_LIMITED'],
});

/**
 * Makes rules that name a group about to be deleted name another one. Without a replacement, it returns how many there
 * are.
 */
export const moveGroupRules = operation({
  id: 'moveGroupRules',
  path: '/internal/rules/move-group',
  summary: 'Move the rules of a group of approvers',
  body: moveGroupWork.body,
  responses: moveGroupWork.responses,
});
