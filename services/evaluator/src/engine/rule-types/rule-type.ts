import type { JsonRoot } from '../json-path.ts';
import type { JudgedOutput } from '../judged-output.ts';
import type { JudgedText } from '../judged-text.ts';
import type { Finds, Sought } from '../text-scan/finds.ts';
import type { RuleTools } from '../tools.ts';

/** How one rule ended on one output. There is something to say unless it passed. */
export type RuleResult =
  | { readonly outcome: 'passed'; readonly summary: null }
  | { readonly outcome: 'failed' | 'error' | 'skipped'; readonly summary: string };

export const PASSED: RuleResult = { outcome: 'passed', summary: null };

export const NOTHING_TO_READ: RuleResult = skipped(
  'There was nothing to read: neither an output nor an action.',
);

export function failed(summary: string): RuleResult {
  return { outcome: 'failed', summary };
}

export function skipped(summary: string): RuleResult {
  return { outcome: 'skipped', summary };
}

/** What of an output a rule reads: a part of it; its text, which is the output or else the action; its numbers. */
export type RuleSource = JsonRoot | 'text' | 'numbers';

export type RuleCheck = (output: JudgedOutput) => RuleResult;

/** A kind of rule: what its value must be, and what it does with an output. */
export interface RuleTypeDefinition {
  /** What would be right, where the value cannot work; null where it can. */
  readonly findFault: (value: string, tools: RuleTools) => string | null;
  /** What a rule of this value, which has no fault, reads. */
  readonly sourceOf: (value: string) => RuleSource;
  /** What a rule of this value looks for in texts, for one scan to look for what all rules do. */
  readonly soughtBy?: (value: string, tools: RuleTools) => Sought;
  /** Prepares a value without a fault to be applied to many outputs. */
  readonly compile: (value: string, tools: RuleTools) => RuleCheck;
}

export type TextCheck = (text: JudgedText, finds: Finds) => RuleResult;

export interface TextRuleType extends Omit<RuleTypeDefinition, 'compile' | 'sourceOf'> {
  readonly compile: (value: string, tools: RuleTools) => TextCheck;
}

/** A kind of rule that reads text; where there is none it is skipped. */
export function textRule({ compile, ...type }: TextRuleType): RuleTypeDefinition {
  return {
    ...type,
    sourceOf: () => 'text',
    compile: (value, tools) => {
      const check = compile(value, tools);
      return ({ text, finds }) => (text === null ? NOTHING_TO_READ : check(text, finds));
    },
  };
}
