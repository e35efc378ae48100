import { describe, expect, test } from '@jest/globals';
import type { AppliedRule, RuleOutcome } from '@output-review/contracts';

import { evaluationOf, statusOf, verdictOf } from './evaluation.ts';

describe('the conclusion of rules', () => {
  test.each<[RuleOutcome[], string, number | null, string]>([
    [[], 'pass', 1, 'No rules apply.'],
    [['passed', 'passed', 'passed'], 'pass', 1, 'All 3 rules passed.'],
    [['passed', 'skipped', 'passed'], 'pass', 1, '2 rules passed, 1 skipped.'],
    [['skipped', 'skipped'], 'error', null, '0 rules passed, 2 skipped.'],
    [['passed', 'failed', 'error'], 'fail', 1, 'Rule 2 failed. Rule 3 error.'],
    [['passed', 'error', 'skipped'], 'error', null, 'Rule 2 error.'],
    [['failed', 'failed'], 'fail', 1, 'Rule 1 failed. Rule 2 failed.'],
  ])('%j: %s', (outcomes, ...[outcome, confidenceScore, explanation]) => {
    expect(evaluationOf(outcomes.map(applied))).toMatchObject({
      outcome,
      confidenceScore,
      explanation,
    });
  });
});

describe('the confidence', () => {
  test.each<[[RuleOutcome, number | null][], number | null]>([
    [
      [
        ['passed', null],
        ['passed', 0.9],
        ['passed', 0.7],
      ],
      0.7,
    ],
    [
      [
        ['failed', 0.8],
        ['failed', 0.6],
        ['passed', 0.1],
      ],
      0.6,
    ],
    [
      [
        ['failed', null],
        ['passed', 0.1],
      ],
      1,
    ],
    [
      [
        ['failed', null],
        ['failed', 0.4],
      ],
      0.4,
    ],
    [
      [
        ['passed', 0.9],
        ['skipped', null],
      ],
      0.9,
    ],
    [
      [
        ['passed', 0.9],
        ['error', null],
      ],
      null,
    ],
  ])('%j: %s', (outcomes, confidenceScore) => {
    const rules = outcomes.map(([outcome, confidence], index) =>
      confidence === null ? applied(outcome, index) : judged(outcome, index, confidence),
    );

    expect(evaluationOf(rules).confidenceScore).toBe(confidenceScore);
  });
});

test.each([
  ['pass', 'pass', 'pass'],
  ['fail', 'fail', 'flagged'],
  ['error', null, 'error'],
] as const)('maps outcome %s to verdict %s and status %s', (outcome, verdict, status) => {
  expect(verdictOf(outcome)).toBe(verdict);
  const evaluation = { outcome, confidenceScore: null, explanation: '', appliedRules: [] };
  expect(statusOf(evaluation)).toBe(status);
  const asking = { ...applied('error', 0), approvals: { needed: 2, notSubmitter: false } };
  expect(statusOf({ ...evaluation, appliedRules: [asking] })).toBe('flagged');
});

function applied(outcome: RuleOutcome, index: number): AppliedRule {
  return {
    ruleVersionId: `version-${index + 1}`,
    outcome,
    summary: outcome === 'passed' ? null : `Rule ${index + 1} ${outcome}.`,
    evaluator: 'deterministic',
    latencyMs: 0.01,
  };
}

function judged(...[outcome, index, confidence]: [RuleOutcome, number, number]): AppliedRule {
  const usage = { llmOutput: null, inputTokens: null, outputTokens: null, costUsd: null };
  return {
    ...applied(outcome, index),
    evaluator: 'llm',
    judge: { provider: 'openai', model: 'm', confidence, attempts: 1, ...usage },
  };
}
