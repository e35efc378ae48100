import { type Static, Type } from '@sinclair/typebox';

import type { AppliedRule } from '../events/outputs-evaluated.ts';
import { RULE_EVALUATORS, RULE_OUTCOMES, RULE_SCOPES, RULE_TYPES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { Count, VersionNumber } from './shared.ts';

/** The result of one rule on one output, with the texts of the rule at that time. */
export const AppliedRuleAnswer = Type.Object({
  ruleId: Nullable(Type.String({ description: 'Null in a dry run of a rule that is not stored.' })),
  ruleVersion: Nullable(VersionNumber),
  ruleName: Type.String(),
  ruleType: OneOf(RULE_TYPES),
  ruleValue: Type.String(),
  scope: OneOf(RULE_SCOPES),
  projectName: Nullable(Type.String()),
  taskName: Nullable(Type.String()),
  outcome: OneOf(RULE_OUTCOMES),
  summary: Nullable(Type.String({ description: 'A human-readable sentence. Null for `passed`.' })),
  evaluator: OneOf(RULE_EVALUATORS),
  model: Nullable(Type.String()),
  confidence: Nullable(
    Type.Number({ description: '1 for a deterministic rule that passed or failed.' }),
  ),
  llmOutput: Nullable(Type.String()),
  inputTokens: Nullable(Count()),
  outputTokens: Nullable(Count()),
  costUsd: Nullable(Type.Number()),
  attempts: Count({ description: 'Calls of the judge. 1 for a deterministic rule.' }),
  latencyMs: Type.Number(),
  shadow: Type.Boolean({
    description: 'Whether the rule was in shadow, so that its outcome does not count.',
  }),
});
export type AppliedRuleAnswer = Static<typeof AppliedRuleAnswer>;

/** Describes how a rule was judged. An exact rule has full confidence. A judge that was not called has no call. */
export function presentJudging({
  judge,
  outcome,
  evaluator,
}: Pick<AppliedRule, 'judge' | 'outcome' | 'evaluator'>): Pick<
  AppliedRuleAnswer,
  'model' | 'confidence' | 'llmOutput' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'attempts'
> {
  if (judge) {
    const { provider: _, ...shown } = judge;
    return shown;
  }
  return {
    model: null,
    confidence: outcome === 'passed' || outcome === 'failed' ? 1 : null,
    llmOutput: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    attempts: evaluator === 'llm' ? 0 : 1,
  };
}
