import type { CorrectedPart, JudgedContentData } from '@output-review/contracts';

import type { ApplicableRule, CompiledRule } from './compile-rule.ts';
import { EXACT_RULE_TYPES } from './rule-types/index.ts';
import type { RuleSource } from './rule-types/rule-type.ts';

/** What somebody corrected of an output. */
export interface Correction {
  /** As corrected. */
  readonly content: Pick<JudgedContentData, 'output'>;
  readonly corrected: readonly CorrectedPart[];
}

/** The rules that read what was corrected: the others say of the correction what they said before. */
export function rulesOnCorrection(
  rules: readonly CompiledRule[],
  { content, corrected }: Correction,
): readonly CompiledRule[] {
  const text = content.output === null ? 'action' : 'output';
  const sources = new Set<RuleSource>(corrected);
  if (sources.has(text)) sources.add('text');
  return rules.filter(({ rule }) => readsAny(rule, sources));
}

function readsAny({ type, value }: ApplicableRule, sources: ReadonlySet<RuleSource>): boolean {
  // A judge is shown both parts.
  if (type === 'llm_judge') return true;
  try {
    return sources.has(EXACT_RULE_TYPES[type].sourceOf(value));
  } catch {
    // Fails closed: a rule that cannot be read errs on every output.
    return true;
  }
}
