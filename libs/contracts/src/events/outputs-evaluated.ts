import { Type } from '@sinclair/typebox';

import { ApprovalDemand } from '../approvals.ts';
import { EVALUATION_OUTCOMES } from '../output.ts';
import { RULE_EVALUATORS, RULE_OUTCOMES } from '../rule.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/** What asking a model came to. What is not known is null. */
const JudgeCallData = Type.Object(
  {
    provider: Nullable(Type.String()),
    model: Nullable(Type.String()),
    confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    /** What the model answered, cut where it is long. */
    llmOutput: Nullable(Type.String()),
    inputTokens: Nullable(Type.Integer({ minimum: 0 })),
    outputTokens: Nullable(Type.Integer({ minimum: 0 })),
    costUsd: Nullable(Type.Number({ minimum: 0 })),
    attempts: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);

/** How one rule ended. Its texts are immutable and are asked for by `ruleVersionId`. */
export const AppliedRuleData = Type.Object(
  {
    ruleVersionId: Type.String(),
    outcome: OneOf(RULE_OUTCOMES),
    /** A sentence for a person; null for `passed`, where there is nothing to say. */
    summary: Nullable(Type.String()),
    evaluator: OneOf(RULE_EVALUATORS),
    latencyMs: Type.Number({ minimum: 0 }),
    /** Of a rule that asks a model; absent for the others. */
    judge: Type.Optional(JudgeCallData),
  },
  { additionalProperties: false },
);

const DecidingRuleData = Type.Object(
  {
    ...AppliedRuleData.properties,
    /** What it asks of whoever approves; only where it asks, and failed or erred. */
    approvals: Type.Optional(ApprovalDemand),
  },
  { additionalProperties: false },
);

/**
 * A run of the rules over an output ended. The id of the event is the run: one that exact rules ended may be published
 * again after a kill, even with another outcome where the rules have changed meanwhile, and the first counts.
 */
export const outputsEvaluated = defineEvent({
  topic: TOPICS.outputsEvaluated,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      id: Type.String(),
      /** 1 for the first evaluation; each evaluation again is the next number. */
      run: Type.Integer({ minimum: 1 }),
      evaluatedAt: Timestamp,
      outcome: OneOf(EVALUATION_OUTCOMES),
      confidenceScore: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
      explanation: Type.String(),
      appliedRules: Type.Array(DecidingRuleData),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      id: '01960000-0000-7000-8000-0000000000aa',
      run: 1,
      evaluatedAt: '2026-01-02T03:04:05.700Z',
      outcome: 'pass',
      confidenceScore: 1,
      explanation: 'No rules apply.',
      appliedRules: [],
    },
    invalid: { workspaceId: 'w', id: 'o', run: 0, outcome: 'maybe' },
  },
});

export type OutputsEvaluated = DataOf<typeof outputsEvaluated>;
export type AppliedRule = OutputsEvaluated['appliedRules'][number];
export type JudgeCall = NonNullable<AppliedRule['judge']>;
