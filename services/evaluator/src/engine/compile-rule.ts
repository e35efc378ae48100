import type { ExactRuleType } from '@output-review/contracts';

import type { JudgedOutput } from './judged-output.ts';
import { EXACT_RULE_TYPES } from './rule-types/index.ts';
import type { RuleCheck, RuleResult } from './rule-types/rule-type.ts';
import type { Rule } from './rule.ts';
import type { Sought } from './text-scan/finds.ts';
import { type RuleTools, TooCostly } from './tools.ts';

export type ApplicableRule = Pick<
  Rule,
  | 'id'
  | 'versionId'
  | 'version'
  | 'name'
  | 'type'
  | 'value'
  | 'projectId'
  | 'taskId'
  | 'llmJudgeProvider'
  | 'llmJudgeModel'
  | 'judgeFiles'
  | 'approvals'
>;

/**
 * A rule that is settled here and now. `settle` never throws: what goes wrong is outcome `error`; null
 * is no outcome yet, where the output is read in haste and the check takes long.
 */
export interface ExactRule {
  readonly kind: 'exact';
  readonly rule: ApplicableRule;
  /** What it looks for in texts; null where it reads something else. */
  readonly sought: Sought | null;
  readonly settle: (output: JudgedOutput) => RuleResult | null;
}

/** A rule whose value a judge is asked about. */
export interface JudgeRule {
  readonly kind: 'judge';
  readonly rule: ApplicableRule;
}

/** A rule ready to be applied. */
export type CompiledRule = ExactRule | JudgeRule;

/** Fails closed: a rule that cannot be compiled or applied is an error, never passed. */
export function compileRule(rule: ApplicableRule, tools: RuleTools): CompiledRule {
  const { type } = rule;
  if (type === 'llm_judge') return { kind: 'judge', rule };
  const check = compileCheck({ ...rule, type }, tools);
  return {
    kind: 'exact',
    rule,
    sought: soughtBy({ ...rule, type }, tools),
    settle: (output) => {
      try {
        return check(output);
      } catch (error) {
        if (output.isHasty && error instanceof TooCostly) return null;
        return couldNotBeApplied(rule, error);
      }
    },
  };
}

function compileCheck(
  rule: ApplicableRule & { readonly type: ExactRuleType },
  tools: RuleTools,
): RuleCheck {
  try {
    return EXACT_RULE_TYPES[rule.type].compile(rule.value, tools);
  } catch (error) {
    const settlement = couldNotBeApplied(rule, error);
    return () => settlement;
  }
}

/** Null too where it cannot be told: such a rule looks for itself. */
function soughtBy(
  { type, value }: { readonly type: ExactRuleType; readonly value: string },
  tools: RuleTools,
): Sought | null {
  try {
    return EXACT_RULE_TYPES[type].soughtBy?.(value, tools) ?? null;
  } catch {
    return null;
  }
}

function couldNotBeApplied(rule: ApplicableRule, error: unknown): RuleResult {
  const reason = error instanceof Error ? error.message : String(error);
  return { outcome: 'error', summary: `Rule “${rule.name}” could not be applied: ${reason}.` };
}
