import { expect, test } from '@jest/globals';
import { outputsEvaluated } from '@output-review/contracts';

import { nameResult } from './read-events.ts';

const result = outputsEvaluated.examples.valid;
const again = { ...result, evaluatedAt: '2026-01-02T03:05:00.000Z' };
const rule = { ruleVersionId: 'r@1', outcome: 'passed' as const, summary: null, latencyMs: 1 };

test('a repeated result of exact rules has the same name unless its outcome differs', () => {
  const appliedRules = [{ ...rule, evaluator: 'deterministic' as const }];
  const first = nameResult({ ...result, appliedRules });

  expect(nameResult({ ...again, appliedRules })).toBe(first);
  expect(nameResult({ ...again, appliedRules, outcome: 'fail' })).not.toBe(first);
});

test('a repeated result of judges has another name', () => {
  const appliedRules = [{ ...rule, evaluator: 'llm' as const }];
  const first = nameResult({ ...result, appliedRules });

  expect(nameResult({ ...result, appliedRules })).toBe(first);
  expect(nameResult({ ...again, appliedRules })).not.toBe(first);
});
