import { Type } from '@sinclair/typebox';

import { ApprovalDemand } from '../approvals.ts';
import { EVALUATION_OUTCOMES } from '../output.ts';
import { RULE_EVALUATORS, RULE_OUTCOMES } from '../rule.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/** The result of a model call. Unknown values are null. */
const JudgeCallData = Type.Object(
  {
    provider: Nullable(Type.String()),
    model: Nullable(Type.String()),
    confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    /** The model's answer, truncated if long. */
    llmOutput: Nullable(Type.String()),
    inputTokens: Nullable(Type.Integer({ minimum: 0 })),
    outputTokens: Nullable(Type.Integer({ minimum: 0 })),
    costUsd: Nullable(Type.Number({ minimum: 0 })),
    attempts: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);

/** The result of one rule. Its texts are immutable and can be requested by `ruleVersionId`. */
export const AppliedRuleData = Type.Object(
  {
    ruleVersionId: Type.String(),
    outcome: OneOf(RULE_OUTCOMES),
    /** A sentence for reviewers; null for `passed`. */
    summary: Nullable(Type.String()),
    evaluator: OneOf(RULE_EVALUATORS),
    latencyMs: Type.Number({ minimum: 0 }),
    /** Set for rules that call a model. */
    judge: Type.Optional(JudgeCallData),
  },
  { additionalProperties: false },
);

const DecidingRuleData = Type.Object(
  {
    ...AppliedRuleData.properties,
    /** The approvals that the rule requires; set only if it requires some and failed or erred. */
    approvals: Type.Optional(ApprovalDemand),
  },
  { additionalProperties: false },
);

/**
 * A run of the rules on an output ended. The event ID identifies the run. A run that exact rules settled without a judge
 * may be published again after a kill, even with another outcome if the rules have changed in the meantime. The first
 * event counts.
 */
export const outputsEvaluated = defineEvent({
  topic: TOPICS.outputsEvaluated,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      id: Type.String(),
      /** 1 for the first evaluation; each re-evaluation increments it. */
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
