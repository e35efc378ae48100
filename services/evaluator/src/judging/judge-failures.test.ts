import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { LEFT_FOR_AN_HOUR, PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering, refusing, send } from '../../test/judge-server.ts';

jest.setTimeout(PATIENCE_MS);

// An outage takes a while on a slow machine.
const evaluator = useJudgedEvaluator({ leaseMs: PATIENCE_MS });

beforeEach(() => {
  evaluator.judge.behave(answering({ verdict: 'pass' }));
});

describe('an unavailable judge', () => {
  test('is retried later, and answers of other judges are kept', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace({ value: 'The answer is short.' });
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', {
      ...{ name: 'Other', type: 'llm_judge', value: 'It is in English.' },
    });
    evaluator.judge.behave((asked, response) => {
      const isOther = asked.body.messages.at(-1)?.content.includes('in English');
      return (isOther ? answering({ verdict: 'pass' }) : refusing(503))(asked, response);
    });
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await evaluator.paused(output.id);
    expect(evaluator.publishedOf(output.id)).toEqual([]);

    evaluator.judge.behave(answering({ verdict: 'pass', confidence: 0.6 }));
    await evaluator.change(output.id, 'next_attempt_at = now()');

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      ...{ outcome: 'pass', confidenceScore: 0.6 },
      appliedRules: [{ judge: { attempts: 4 } }, { judge: { attempts: 1 } }],
    });
    expect(evaluator.timesAsked(output)).toBe(5);
  });

  test('is retried later with the answers of others, even if the database is down at that moment', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace({ value: 'The answer is short.' });
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', { name: 'Other', type: 'llm_judge', value: 'It is in English.' });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    evaluator.judge.behave(async (asked, response) => {
      await released;
      const isOther = asked.body.messages.at(-1)?.content.includes('in English');
      await (isOther ? answering({ verdict: 'pass' }) : refusing(503))(asked, response);
    });
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await evaluator.askedAbout(output, 2);

    await using outage = await evaluator.database.startOutage();
    release();
    await eventually(() =>
      expect(evaluator.warnings).toContain('answers of judges are waiting for an outage to end'),
    );
    await outage.end();
    await evaluator.paused(output.id, 1);
    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await evaluator.change(output.id, 'next_attempt_at = now()');

    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
    expect(evaluator.timesAsked(output)).toBe(5);
  });

  test('is retried later if it answers with a status beyond those of HTTP', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    evaluator.judge.behave(refusing(604));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);

    await evaluator.paused(output.id);

    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await evaluator.change(output.id, 'next_attempt_at = now()');
    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
  });

  test('ends the evaluation after ten minutes as an error that says what to do', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    evaluator.judge.behave(refusing(500));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await evaluator.paused(output.id);

    await evaluator.change(
      output.id,
      `next_attempt_at = now(), failing_since = now() - interval '10 minutes'`,
    );

    const explanation =
      'Rule “Tone” could not be judged: the provider is unavailable. ' +
      'Evaluate the output again later.';
    expect(await evaluator.resultOf(output.id)).toMatchObject({
      ...{ outcome: 'error', confidenceScore: null, explanation },
      appliedRules: [{ outcome: 'error', judge: { confidence: null } }],
    });
  });

  test('is retried for the same time even if no replica tried for an hour', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    evaluator.judge.behave(refusing(503));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await evaluator.paused(output.id, 1);

    await evaluator.change(output.id, LEFT_FOR_AN_HOUR);
    await evaluator.paused(output.id, 2);
    expect(evaluator.publishedOf(output.id)).toEqual([]);
    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await evaluator.change(output.id, 'next_attempt_at = now()');

    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
  });

  test('is asked once if an exact rule has already failed', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', { name: 'Short', type: 'max_length', value: '3' });
    evaluator.judge.behave(refusing(503));
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'fail',
      appliedRules: [{ outcome: 'error', judge: { attempts: 1 } }, { outcome: 'failed' }],
    });
  });
});

describe('an output that a rate limit delays for ten minutes', () => {
  const TEN_MINUTES_ON = `next_attempt_at = now(), failing_since = now() - interval '10 minutes'`;

  async function aLimitedOutput() {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const output = evaluator.submission(workspaceId);
    evaluator.judge.behave((asked, response) => {
      const isLimited = asked.material['output'] === output.content.output;
      return (isLimited ? refusing(429) : answering({ verdict: 'pass' }))(asked, response);
    });
    await evaluator.send(output);
    await evaluator.paused(output.id, 1);
    return output;
  }

  test('keeps waiting while others are answered', async () => {
    const output = await aLimitedOutput();
    const other = evaluator.submission(output.workspaceId);
    await evaluator.send(other);
    await evaluator.resultOf(other.id);

    await evaluator.change(output.id, TEN_MINUTES_ON);
    await evaluator.paused(output.id, 2);
    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await evaluator.change(output.id, 'next_attempt_at = now()');

    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
  });

  test('ends as an error after many attempts, even if others are answered', async () => {
    const output = await aLimitedOutput();
    const other = evaluator.submission(output.workspaceId);
    await evaluator.send(other);
    await evaluator.resultOf(other.id);

    await evaluator.change(output.id, `attempt = 240, ${TEN_MINUTES_ON}`);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'error',
      explanation: expect.stringContaining('the provider’s rate limit was exceeded'),
    });
  });

  test('ends as an error if no output is answered', async () => {
    const output = await aLimitedOutput();

    await evaluator.change(output.id, TEN_MINUTES_ON);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'error',
      explanation: expect.stringContaining('the provider’s rate limit was exceeded'),
    });
  });
});

describe('fails closed at once on an invalid answer or a missing judge', () => {
  test.each([
    ['prose', 'Looks good: pass.'],
    ['another shape', '{"verdict":"maybe","confidence":7}'],
    ['nothing', ''],
  ])('%s', async (_, content) => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    evaluator.judge.behave((__, response) => send(response, { content }));
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'error',
      explanation: expect.stringMatching(/^Rule “Tone” could not be judged: the model’s answer/),
      appliedRules: [{ judge: { attempts: 1 } }],
    });
  });

  test('a provider that is not configured', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace({ llmJudgeProvider: 'anthropic' });
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'error',
      explanation: expect.stringContaining('no judge with a key is configured'),
      appliedRules: [{ judge: { provider: null, attempts: 0 } }],
    });
  });
});

test("ends the evaluation at once, with the reason, if an account's quota is used up", async () => {
  const workspaceId = await evaluator.aJudgedWorkspace();
  evaluator.judge.behave(refusing(429, {}, { message: 'Pay.', code: 'insufficient_quota' }));
  const output = evaluator.submission(workspaceId);

  await evaluator.send(output);

  expect(await evaluator.resultOf(output.id)).toMatchObject({
    outcome: 'error',
    explanation:
      'Rule “Tone” could not be judged: the account of its key has used up its quota. Raise the ' +
      'quota or add credit at the provider.',
    appliedRules: [{ judge: { attempts: 1 } }],
  });
});

describe('a job that breaks', () => {
  const APPROVALS = { needed: 2, notSubmitter: false, groupIds: [] };

  /** Breaks the job of an output that waits for its judge, in a way that no replica writes. */
  async function breakJob(id: string, settled: readonly object[] = []): Promise<void> {
    const { progress } = await evaluator.jobOf(id);
    const rules = [...settled, ...(JSON.parse(progress ?? '[]') as object[])];
    await evaluator.change(
      id,
      `next_attempt_at = now(), material = 'null', progress = '${JSON.stringify(rules)}'`,
    );
  }

  async function aHeldOutput(rule: Readonly<Record<string, unknown>> = {}) {
    const workspaceId = await evaluator.aJudgedWorkspace(rule);
    const held = evaluator.submission(workspaceId);
    evaluator.judge.behave(refusing(503));
    await evaluator.send(held);
    await evaluator.paused(held.id);
    return held;
  }

  test('ends as an error that keeps its approval requirements, so that nothing stays pending', async () => {
    const held = await aHeldOutput({ approvals: { needed: 2 } });

    await breakJob(held.id);

    expect(await evaluator.resultOf(held.id)).toMatchObject({
      outcome: 'error',
      appliedRules: [{ outcome: 'error', approvals: { needed: 2 } }],
    });
  });

  test('keeps the results of exact rules with their approval requirements', async () => {
    const held = await aHeldOutput();
    const failed = {
      ...{ ruleVersionId: 'v1', outcome: 'failed', summary: 'Too long.', approvals: APPROVALS },
      ...{ evaluator: 'deterministic', latencyMs: 1 },
    };

    await breakJob(held.id, [failed]);

    expect(await evaluator.resultOf(held.id)).toMatchObject({
      ...{ outcome: 'fail', explanation: expect.stringMatching(/^Too long\. .*on our side/) },
      appliedRules: [failed, { outcome: 'error' }],
    });
  });
});

test('stops calling a judge for a while after several failed calls in a row', async () => {
  const workspaceId = await evaluator.aJudgedWorkspace();
  const api = await evaluator.api(workspaceId);
  await api.post('/api/rules', { name: 'Short', type: 'max_length', value: '3' });
  evaluator.judge.behave(refusing(503));
  const outputs = Array.from({ length: 7 }, () => evaluator.submission(workspaceId));
  for (const output of outputs) {
    await evaluator.send(output);
    await evaluator.resultOf(output.id);
  }

  const last = await evaluator.resultOf(outputs.at(-1)?.id ?? '');

  expect(last.explanation).toContain('is not called for now');
  expect(outputs.map((output) => evaluator.timesAsked(output))).toEqual([1, 1, 1, 1, 1, 0, 0]);
});
