import type { AppliedRule } from '@output-review/contracts';

import { skipped } from '../settlement.ts';
import type { RuleProgress } from './rule-progress.ts';

const SKIPPED = skipped(
  'The judge was not asked: an exact rule has failed already, and this workspace then leaves judges alone.',
);

/** Whether the verdict stands without any judge. */
export function isFlaggedExactly(rules: readonly RuleProgress[]): boolean {
  return rules.some((rule) => rule.outcome === 'failed' && rule.evaluator === 'deterministic');
}

/** The rules of a run whose judges are left alone, as they then end. */
export function skipJudges(rules: readonly RuleProgress[]): readonly AppliedRule[] {
  return rules.map((rule) =>
    rule.outcome === 'waiting'
      ? { ruleVersionId: rule.ruleVersionId, ...SKIPPED, evaluator: 'llm', latencyMs: 0 }
      : rule,
  );
}
