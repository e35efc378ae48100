import type { ExactRuleType } from '@output-review/contracts';

import type { JudgedOutput } from './judged-output.ts';
import { EXACT_RULE_TYPES } from './rule-types/index.ts';
import type { RuleCheck, RuleResult, SearchTerm } from './rule-types/rule-type.ts';
import type { Rule } from './rule.ts';
import { type RuleTools, TooCostly } from './tools.ts';

/** What it takes to apply a version of a rule. */
export type ApplicableRule = Omit<
  Rule,
  'workspaceId' | 'description' | 'mode' | 'shadowRate' | 'createdAt' | 'updatedAt'
>;

/** What a rule has that was never stored. */
export const UNSTORED = { id: '', versionId: '', version: 0, projectId: null, taskId: null };

/**
 * A rule that is settled here and now. `settle` never throws: failures become outcome `error`. It returns null if the
 * output has a budget and the check exceeds it.
 */
export interface ExactRule {
  readonly kind: 'exact';
  readonly rule: ApplicableRule;
  /** The search in texts that the rule needs; null if it reads something else. */
  readonly searchTerm: SearchTerm | null;
  readonly settle: (output: JudgedOutput) => RuleResult | null;
}

/** A rule that a judge decides. */
export interface JudgeRule {
  readonly kind: 'judge';
  readonly rule: ApplicableRule;
}

/** A rule ready to be applied. */
export type CompiledRule = ExactRule | JudgeRule;

/** Fails closed: a rule that cannot be compiled or applied ends as an error and never passes. */
export function compileRule(rule: ApplicableRule, tools: RuleTools): CompiledRule {
  const { type } = rule;
  if (type === 'llm_judge') return { kind: 'judge', rule };
  const check = compileCheck({ ...rule, type }, tools);
  return {
    kind: 'exact',
    rule,
    searchTerm: searchTermOf(type, rule.value),
    settle: (output) => {
      try {
        return check(output);
      } catch (error) {
        if (output.threadBudget && error instanceof TooCostly) return null;
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

/** Also null if the value cannot be read. The rule then searches without a scan. */
function searchTermOf(type: ExactRuleType, value: string): SearchTerm | null {
  try {
    return EXACT_RULE_TYPES[type].searchTermOf?.(value) ?? null;
  } catch {
    return null;
  }
}

function couldNotBeApplied(rule: ApplicableRule, error: unknown): RuleResult {
  const reason = error instanceof Error ? error.message : String(error);
  return { outcome: 'error', summary: `Rule “${rule.name}” could not be applied: ${reason}.` };
}
