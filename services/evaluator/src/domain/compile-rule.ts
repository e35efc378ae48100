import type { JudgedText } from './judged-text.ts';
import type { TextTools } from './pattern.ts';
import type { Rule } from './rule.ts';
import { RULE_TYPE_DEFINITIONS } from './rule-types/index.ts';
import type { TextCheck } from './rule-types/rule-type.ts';
import type { Settlement } from './settlement.ts';

export type ApplicableRule = Pick<
  Rule,
  'id' | 'versionId' | 'version' | 'name' | 'type' | 'value' | 'projectId' | 'taskId'
>;

/** A rule ready to be applied. `settle` never throws: what goes wrong is outcome `error`. */
export interface CompiledRule {
  readonly rule: ApplicableRule;
  readonly settle: (text: JudgedText | null) => Settlement;
}

const NOTHING_TO_READ: Settlement = {
  outcome: 'skipped',
  summary: 'There was nothing to read: neither an output nor an action.',
};

/** Fails closed: a rule that cannot be compiled or applied is an error, never passed. */
export function compileRule(rule: ApplicableRule, tools: TextTools): CompiledRule {
  const check = compileCheck(rule, tools);
  return {
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

function compileCheck(rule: ApplicableRule, tools: TextTools): TextCheck {
  try {
    return RULE_TYPE_DEFINITIONS[rule.type].compile(rule.value, tools);
  } catch (error) {
    const settlement = couldNotBeApplied(rule, error);
    return () => settlement;
  }
}

function couldNotBeApplied(rule: ApplicableRule, error: unknown): Settlement {
  const reason = error instanceof Error ? error.message : String(error);
  return { outcome: 'error', summary: `Rule “${rule.name}” could not be applied: ${reason}.` };
}
