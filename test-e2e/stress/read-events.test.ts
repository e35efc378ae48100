import { expect, test } from '@jest/globals';
import { outputsEvaluated } from '@output-review/contracts';

import { nameResult } from './read-events.ts';

const result = outputsEvaluated.examples.valid;
const again = { ...result, evaluatedAt: '2026-01-02T03:05:00.000Z' };
const rule = { ruleVersionId: 'r@1', outcome: 'passed' as const, summary: null, latencyMs: 1 };

test('what exact rules found again is the same result, unless it came out otherwise', () => {
  const appliedRules = [{ ...rule, evaluator: 'deterministic' as const }];
  const first = nameResult({ ...result, appliedRules });

  expect(nameResult({ ...again, appliedRules })).toBe(first);
  expect(nameResult({ ...again, appliedRules, outcome: 'fail' })).not.toBe(first);
});

test('what judges were asked twice for is two results', () => {
  const appliedRules = [{ ...rule, evaluator: 'llm' as const }];
  const first = nameResult({ ...result, appliedRules });

  expect(nameResult({ ...result, appliedRules })).toBe(first);
  expect(nameResult({ ...again, appliedRules })).not.toBe(first);
});
