import { Type } from '@sinclair/typebox';

import { outputsEvaluated } from '../events/outputs-evaluated.ts';
import { outputsSubmitted } from '../events/outputs-submitted.ts';
import { defineOperation } from '../operation.ts';
import { RULE_SCOPES, RULE_TYPES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';

/** Evaluates a sync submission inline. The answer is final and stored: a repeat gets the same. */
export const evaluateNow = defineOperation({
  id: 'evaluateNow',
  method: 'POST',
  path: '/internal/evaluate',
  owner: 'evaluator',
  summary: 'Evaluate one submission while its caller waits',
  tag: 'internal',
  access: 'internal',
  body: outputsSubmitted.schema,
  responses: { 200: outputsEvaluated.schema },
  errors: [],
});

/** The stored results of runs; runs without a result are left out. */
export const lookUpEvaluations = defineOperation({
  id: 'lookUpEvaluations',
  method: 'POST',
  path: '/internal/evaluations',
  owner: 'evaluator',
  summary: 'Stored results',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({
    workspaceId: Type.String(),
    /** All results of these outputs, every run. */
    ids: Type.Array(Type.String(), { maxItems: 1000 }),
  }),
  responses: { 200: Type.Object({ evaluations: Type.Array(outputsEvaluated.schema) }) },
  errors: [],
});

/** The immutable texts of versions of rules. */
const RuleVersionText = Type.Object({
  ruleVersionId: Type.String(),
  ruleId: Type.String(),
  ruleVersion: Type.Integer(),
  ruleName: Type.String(),
  ruleType: OneOf(RULE_TYPES),
  ruleValue: Type.String(),
  scope: OneOf(RULE_SCOPES),
  projectId: Nullable(Type.String()),
  taskId: Nullable(Type.String()),
});

export const lookUpRuleVersions = defineOperation({
  id: 'lookUpRuleVersions',
  method: 'POST',
  path: '/internal/rule-versions',
  owner: 'evaluator',
  summary: 'Texts of rule versions',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({
    workspaceId: Type.String(),
    ids: Type.Array(Type.String(), { maxItems: 2000 }),
  }),
  responses: { 200: Type.Object({ versions: Type.Array(RuleVersionText) }) },
  errors: [],
});
