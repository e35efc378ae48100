import type { SchemaTools } from './json/json-schema.ts';
import type { PatternTools } from './pattern.ts';

/** What rules are made with and is no decision of ours: engines, and how texts are folded. */
export interface RuleTools extends PatternTools, SchemaTools {
  /** The form in which letters that differ in case or in composition alone are equal. */
  fold(text: string): string;
}
