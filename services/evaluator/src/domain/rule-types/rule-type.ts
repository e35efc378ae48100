import type { JudgedText } from '../judged-text.ts';
import type { TextTools } from '../pattern.ts';
import type { Settlement } from '../settlement.ts';

export type TextCheck = (text: JudgedText) => Settlement;

/** A kind of rule: what its value must be, and what it does with a text. */
export interface RuleTypeDefinition {
  /** What would be right, where the value cannot work; null where it can. */
  readonly findFault: (value: string, tools: TextTools) => string | null;
  /** Prepares a value without a fault to be applied to many texts. */
  readonly compile: (value: string, tools: TextTools) => TextCheck;
}
