import type { JudgedOutput } from '../judged-output.ts';
import type { JudgedText } from '../judged-text.ts';
import type { RuleTools } from '../rule-tools.ts';
import type { Finds, Sought } from '../text-scan/finds.ts';
import { NOTHING_TO_READ, type Settlement } from '../settlement.ts';

export type RuleCheck = (output: JudgedOutput) => Settlement;

/** A kind of rule: what its value must be, and what it does with an output. */
export interface RuleTypeDefinition {
  /** What would be right, where the value cannot work; null where it can. */
  readonly findFault: (value: string, tools: RuleTools) => string | null;
  /** What a rule of this value looks for in texts, for one scan to look for what all rules do. */
  readonly soughtBy?: (value: string, tools: RuleTools) => Sought;
  /** Prepares a value without a fault to be applied to many outputs. */
  readonly compile: (value: string, tools: RuleTools) => RuleCheck;
}

export interface TextRuleType extends Omit<RuleTypeDefinition, 'compile'> {
  readonly compile: (
    value: string,
    tools: RuleTools,
  ) => (text: JudgedText, finds: Finds) => Settlement;
}

/** A kind of rule that reads text; where there is none it is skipped. */
export function textRule({ compile, ...type }: TextRuleType): RuleTypeDefinition {
  return {
    ...type,
    compile: (value, tools) => {
      const check = compile(value, tools);
      return ({ text, finds }) => (text === null ? NOTHING_TO_READ : check(text, finds));
    },
  };
}
