import type { JsonRoot } from '../json-path.ts';
import type { Finds, JudgedOutput } from '../judged-output.ts';
import type { JudgedText } from '../judged-text.ts';
import type { RuleTools } from '../tools.ts';

/** The result of one rule on one output. It has a summary unless the rule passed. */
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

/** The part of an output that a rule reads. `text` is the output or else the action; `numbers` are submitted values. */
export type RuleSource = JsonRoot | 'text' | 'numbers';

export type RuleCheck = (output: JudgedOutput) => RuleResult;

/** The keyword or pattern that a rule searches for. */
export type SearchTerm =
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'pattern'; readonly source: string };

/** A type of rule: its valid values, and how it checks an output. */
export interface RuleTypeDefinition {
  /** What a valid value would be, if the value is invalid; null if it is valid. */
  readonly findFault: (value: string, tools: RuleTools) => string | null;
  /** The source that a rule with this valid value reads. */
  readonly sourceOf: (value: string) => RuleSource;
  /** The search in texts that a rule with this value needs, so that one scan serves all rules. */
  readonly searchTermOf?: (value: string) => SearchTerm;
  /** Prepares a valid value for use on many outputs. */
  readonly compile: (value: string, tools: RuleTools) => RuleCheck;
}

export type TextCheck = (text: JudgedText, finds: Finds) => RuleResult;

export interface TextRuleType extends Omit<RuleTypeDefinition, 'compile' | 'sourceOf'> {
  readonly compile: (value: string, tools: RuleTools) => TextCheck;
}

/** A type of rule that reads text. It is skipped if there is none. */
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
