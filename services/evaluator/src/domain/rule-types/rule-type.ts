import type { JudgedOutput } from '../judged-output.ts';
import type { JudgedText } from '../judged-text.ts';
import type { RuleTools } from '../rule-tools.ts';
import { NOTHING_TO_READ, type Settlement } from '../settlement.ts';

export type RuleCheck = (output: JudgedOutput) => Settlement;

/** A kind of rule: what its value must be, and what it does with an output. */
export interface RuleTypeDefinition {
  /** What would be right, where the value cannot work; null where it can. */
  readonly findFault: (value: string, tools: RuleTools) => string | null;
  /** Prepares a value without a fault to be applied to many outputs. */
  readonly compile: (value: string, tools: RuleTools) => RuleCheck;
}

export interface TextRuleType extends Pick<RuleTypeDefinition, 'findFault'> {
  readonly compile: (value: string, tools: RuleTools) => (text: JudgedText) => Settlement;
}

/** A kind of rule that reads text; where there is none it is skipped. */
export function textRule({ findFault, compile }: TextRuleType): RuleTypeDefinition {
  return {
    findFault,
    compile: (value, tools) => {
      const check = compile(value, tools);
      return ({ text }) => (text === null ? NOTHING_TO_READ : check(text));
    },
  };
}
