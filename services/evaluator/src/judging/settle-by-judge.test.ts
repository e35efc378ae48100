import { describe, expect, test } from '@jest/globals';
import type { JudgeAnswer } from '@output-review/contracts';

import type { RuleProgress } from '../engine/evaluation.ts';
import { JudgeFailure, type JudgeFailureReason, NO_USAGE } from '../judges/judge-failure.pure.ts';
import { advanceRules, type JudgeStatement, settleByJudge } from './settle-by-judge.pure.ts';

const RULE = { versionId: 'v1', name: 'Tone' };
const JUDGE = { provider: 'openai', model: 'm', baseUrl: null, apiKey: 's3cret' } as const;

describe('a judge that answers', () => {
  test('passes a rule, and is stored with its answer and usage', () => {
    const usage = { llmOutput: '{…}', inputTokens: 9, outputTokens: 4, costUsd: 0.1 };
    const answer: JudgeAnswer = { verdict: 'pass', confidence: 0.8, explanation: 'Polite.' };

    expect(settleByJudge(RULE, statementOf({ answer, usage }))).toEqual({
      ruleVersionId: 'v1',
      outcome: 'passed',
      summary: null,
      evaluator: 'llm',
      latencyMs: 12,
      judge: { provider: 'openai', model: 'm', confidence: 0.8, attempts: 2, ...usage },
    });
  });

  test.each([
    ['by its tokens, if the provider reports none', { costUsd: null }, 0.0021],
    ['as the provider reports it', { costUsd: 0.5 }, 0.5],
    ['that is unknown without its tokens', { costUsd: null, outputTokens: null }, null],
  ])('has a cost %s', (_, reported, costUsd) => {
    const prices = { inputPerMillion: 2, outputPerMillion: 10 };
    const usage = { llmOutput: null, inputTokens: 50, outputTokens: 200, ...reported };
    const answer: JudgeAnswer = { verdict: 'pass', confidence: 1, explanation: '' };
    const statement = statementOf({ answer, usage });

    const settled = settleByJudge(RULE, { ...statement, judge: { ...JUDGE, prices } });

    expect(settled.judge?.costUsd).toBe(costUsd);
    expect(settleByJudge(RULE, statement).judge?.costUsd).toBe(reported.costUsd);
  });

  test.each([
    ['It is\n rude', 'Rule “Tone” is not met: It is rude.'],
    ['Rude!', 'Rule “Tone” is not met: Rude!'],
    [' ', 'Rule “Tone” is not met: the judge gave no explanation.'],
    ['a\u0000b', 'Rule “Tone” is not met: ab.'],
    ['a\ud83db', 'Rule “Tone” is not met: a\ufffdb.'],
  ])('fails a rule with its explanation: %j', (explanation, summary) => {
    const answer: JudgeAnswer = { verdict: 'fail', confidence: 1, explanation };

    expect(settleByJudge(RULE, statementOf({ answer, usage: NO_USAGE }))).toMatchObject({
      outcome: 'failed',
      summary,
    });
  });

  test('is quoted without lone surrogates', () => {
    const answer: JudgeAnswer = { verdict: 'pass', confidence: 1, explanation: '' };
    const usage = { ...NO_USAGE, llmOutput: '{"explanation":"a\ud83d"}' };

    expect(settleByJudge(RULE, statementOf({ answer, usage })).judge).toMatchObject({
      llmOutput: '{"explanation":"a\ufffd"}',
    });
  });

  test('is truncated if its answer is too long', () => {
    const explanation = '😀'.repeat(10_000);
    const usage = { ...NO_USAGE, llmOutput: explanation };
    const answer: JudgeAnswer = { verdict: 'fail', confidence: 1, explanation };

    const { summary, judge } = settleByJudge(RULE, statementOf({ answer, usage }));

    expect(summary?.length).toBeLessThan(1_100);
    expect(judge?.llmOutput?.length).toBeLessThan(4_100);
    expect(summary?.isWellFormed()).toBe(true);
  });
});

const PERMANENT: JudgeFailureReason[] = [
  ...(['not_configured', 'key_refused', 'quota_used_up', 'unknown_model'] as const),
  ...(['request_refused', 'images_refused', 'would_not_judge'] as const),
  ...(['empty', 'cut_short', 'unreadable', 'off_schema'] as const),
];
const TRANSIENT: JudgeFailureReason[] = [
  'rate_limited',
  'down',
  'unreachable',
  'timeout',
  'paused',
];

describe('a judge that gives no verdict', () => {
  test.each([...PERMANENT, ...TRANSIENT])('%s is an error that says what to do', (reason) => {
    const settled = settleByJudge(RULE, statementOf(new JudgeFailure(reason)));

    expect(settled).toMatchObject({ outcome: 'error', judge: { confidence: null } });
    expect(settled.summary).toMatch(/^Rule “Tone” could not be judged: .+\. [A-Z].+\.$/);
    expect(JSON.stringify(settled)).not.toContain('s3cret');
  });

  test.each([
    ...PERMANENT.map((reason) => [reason, 'error'] as const),
    ...TRANSIENT.map((reason) => [reason, 'waiting'] as const),
  ])('%s leaves the rule as %s while there is time', (reason, outcome) => {
    expect(advance(new JudgeFailure(reason), false)).toMatchObject([{ outcome }]);
    expect(advance(new JudgeFailure(reason), true)).toMatchObject([{ outcome: 'error' }]);
  });

  test('counts its calls over all attempts', () => {
    const waiting = advance(new JudgeFailure('down'), false);

    expect(waiting).toEqual([{ ruleVersionId: 'v1', outcome: 'waiting', attempts: 2 }]);
    expect(advance(new JudgeFailure('down'), true, waiting)).toMatchObject([
      { judge: { attempts: 4 } },
    ]);
  });
});

test('keeps waiting for an interrupted judge, and ends a rule whose text is gone in an error', () => {
  const attempt = { statements: new Map(), isLast: true };

  expect(advanceRules(WAITING, { ...attempt, names: new Map([['v1', 'Tone']]) })).toEqual(WAITING);
  expect(advanceRules(WAITING, { ...attempt, names: new Map() })).toMatchObject([
    { outcome: 'error' },
  ]);
});

const WAITING: readonly RuleProgress[] = [{ ruleVersionId: 'v1', outcome: 'waiting', attempts: 0 }];

function advance(failure: JudgeFailure, isLast: boolean, rules = WAITING): RuleProgress[] {
  const statements = new Map([['v1', statementOf(failure)]]);
  return advanceRules(rules, { statements, names: new Map([['v1', 'Tone']]), isLast });
}

function statementOf(reply: JudgeStatement['reply']): JudgeStatement {
  return { judge: JUDGE, reply, attempts: 2, latencyMs: 12.3 };
}
