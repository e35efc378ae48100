import type { ExactRuleType } from '@output-review/contracts';

import type { JudgedText } from './judged-text.ts';
import type { TextTools } from './pattern.ts';
import type { Rule } from './rule.ts';
import { EXACT_RULE_TYPES } from './rule-types/index.ts';
import type { TextCheck } from './rule-types/rule-type.ts';
import type { Settlement } from './settlement.ts';

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
>;

/** A rule that is settled here and now. `settle` never throws: what goes wrong is outcome `error`. */
export interface ExactRule {
  readonly kind: 'exact';
  readonly rule: ApplicableRule;
  readonly settle: (text: JudgedText | null) => Settlement;
}

/** A rule whose value a judge is asked about. */
export interface JudgeRule {
  readonly kind: 'judge';
  readonly rule: ApplicableRule;
}

/** A rule ready to be applied. */
export type CompiledRule = ExactRule | JudgeRule;

export const NOTHING_TO_READ: Settlement = {
  outcome: 'skipped',
  summary: 'There was nothing to read: neither an output nor an action.',
};

/** Fails closed: a rule that cannot be compiled or applied is an error, never passed. */
export function compileRule(rule: ApplicableRule, tools: TextTools): CompiledRule {
  const { type } = rule;
  if (type === 'llm_judge') return { kind: 'judge', rule };
  const check = compileCheck({ ...rule, type }, tools);
  return {
    kind: 'exact',
    rule,
    settle: (text) => {
      if (text === null) return NOTHING_TO_READ;
      try {
        return check(text);
      } catch (error) {
        return couldNotBeApplied(rule, error);
      }
    },
  };
}

function compileCheck(
  rule: ApplicableRule & { readonly type: ExactRuleType },
  tools: TextTools,
): TextCheck {
  try {
    return EXACT_RULE_TYPES[rule.type].compile(rule.value, tools);
  } catch (error) {
    const settlement = couldNotBeApplied(rule, error);
    return () => settlement;
  }
}

function couldNotBeApplied(rule: ApplicableRule, error: unknown): Settlement {
  const reason = error instanceof Error ? error.message : String(error);
  return { outcome: 'error', summary: `Rule “${rule.name}” could not be applied: ${reason}.` };
}
