import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import type { RunningService } from '@output-review/runtime';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import {
  type JudgedEvaluator,
  PATIENCE_MS,
  startJudgedEvaluator,
} from '../../test/judged-evaluator.ts';
import { answering, type JudgeBehaviour, refusing } from '../../test/judge-server.ts';
import { apiOf, deletedEvent } from '../../test/test-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

const PATIENCE = { 'retry-after': '60' };

let evaluator: JudgedEvaluator;
/** A replica with a short timeout for callers. */
let impatient: RunningService;

beforeAll(async () => {
  evaluator = await startJudgedEvaluator({ renewEveryMs: 200 });
  const { judging } = evaluator;
  impatient = await evaluator.startReplica({
    judging: { ...judging, inlineMs: 1_500, inlineMsMin: 1 },
  });
});

afterAll(async () => {
  await impatient.stop();
  await evaluator.stop();
});

beforeEach(() => {
  evaluator.judge.behave(answering({ verdict: 'pass' }));
});

async function aSyncOutput(): Promise<OutputsSubmitted> {
  return evaluator.submission(await evaluator.aJudgedWorkspace(), { sync: true });
}

async function evaluateNow(output: OutputsSubmitted, { url } = evaluator.service) {
  const headers = await evaluator.assertions.headersFor({ kind: 'service', service: 'gateway' });
  return makeApiClient(url, headers).post('/internal/evaluate', output);
}

describe('a sync submission that needs a judge', () => {
  test('is answered with the verdict, and its event changes nothing', async () => {
    const output = await aSyncOutput();

    const answer = await evaluateNow(output);
    await evaluator.send(output);
    evaluator.clock.advance(35_000);
    await evaluator.settle();

    expect(answer).toMatchObject({
      status: 200,
      body: { outcome: 'pass', confidenceScore: 0.9, appliedRules: [{ evaluator: 'llm' }] },
    });
    expect((await evaluateNow(output)).body).toEqual(answer.body);
    expect(evaluator.publishedOf(output.id)).toEqual([answer.body]);
  });

  test('whose event arrives first is left to the inline call, which claims it at once', async () => {
    const output = await aSyncOutput();
    await evaluator.send(output);
    expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'waiting' });

    expect(await evaluateNow(output)).toMatchObject({ status: 200, body: { outcome: 'pass' } });
  });

  test('that is requested twice at once is judged once, and both calls get the result', async () => {
    const output = await aSyncOutput();
    let answer = (): void => undefined;
    evaluator.judge.behave(async (asked, response) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await answering({ verdict: 'fail', explanation: 'No.' })(asked, response);
    });

    const both = Promise.all([evaluateNow(output), evaluateNow(output)]);
    await evaluator.askedAbout(output);
    answer();
    const [one, other] = await both;

    expect(one).toMatchObject({ status: 200, body: { outcome: 'fail' } });
    expect(other.body).toEqual(one.body);
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toEqual([one.body]);
  });

  test.each<[string, { behaviour: JudgeBehaviour; reason: string; isImpatient?: true }]>([
    [
      'does not answer',
      { behaviour: () => undefined, reason: 'did not answer in time', isImpatient: true },
    ],
    ['is down', { behaviour: refusing(503), reason: 'is unavailable' }],
    ['asks for patience', { behaviour: refusing(429, PATIENCE), reason: 'rate limit' }],
  ])('ends as an error permanently if the judge %s', async (_, { behaviour, ...given }) => {
    const output = await aSyncOutput();
    evaluator.judge.behave(behaviour);

    const answer = await evaluateNow(output, given.isImpatient && impatient);

    expect(answer).toMatchObject({
      status: 200,
      body: { outcome: 'error', explanation: expect.stringContaining(given.reason) },
    });
    await evaluator.send(output);
    await evaluator.settle();
    expect(evaluator.publishedOf(output.id)).toEqual([answer.body]);
  });

  test('is judged even if the judge has rate limited others', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const early = evaluator.submission(workspaceId);
    evaluator.judge.behave(refusing(429, PATIENCE));
    await evaluator.send(early);
    await evaluator.askedAbout(early);
    await eventually(async () => {
      expect(await evaluator.jobOf(early.id)).toMatchObject({ attempt: 1, owner: null });
    });
    evaluator.judge.behave(answering({ verdict: 'pass' }));

    const answer = await evaluateNow(evaluator.submission(workspaceId, { sync: true }));

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'pass' } });
    expect(evaluator.publishedOf(early.id)).toEqual([]);
  });

  test('without an inline call becomes a job 35 s after its acceptance', async () => {
    const output = await aSyncOutput();
    await evaluator.send(output);

    evaluator.clock.advance(35_000);

    expect(await evaluator.resultOf(output.id)).toMatchObject({ run: 1, outcome: 'pass' });
  });

  test('whose inline call never ended is judged in the background', async () => {
    const output = await aSyncOutput();
    await evaluator.send(output);
    // As left by an inline call whose process died.
    await evaluator.change(
      output.id,
      `state = 'judging', owner = 'dead', attempt = 1, lease_until = now(), next_attempt_at = now(),
       material = '{"output":"${String(output.content.output)}"}', progress = '[]', due_at = NULL`,
    );

    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
  });

  test('is left to the background if a judge would have too little time', async () => {
    const { judging } = evaluator;
    const hurried = await evaluator.startReplica({ judging: { ...judging, inlineMs: 500 } });
    const output = await aSyncOutput();
    await evaluator.send(output);

    expect(await evaluateNow(output, hurried)).toMatchObject({ status: 503 });

    expect(evaluator.timesAsked(output)).toBe(0);
    evaluator.clock.advance(35_000);
    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
    await hurried.stop();
  });

  test('that is deleted meanwhile returns 404, and nothing of it is kept', async () => {
    const output = await aSyncOutput();
    evaluator.judge.behave(() => undefined);
    const answer = evaluateNow(output);
    await evaluator.askedAbout(output);

    await evaluator.bus.send([deletedEvent(output)]);

    expect(await answer).toMatchObject({ status: 404 });
    await eventually(async () => {
      expect(await evaluator.jobOf(output.id)).toEqual({
        ...{ state: 'deleted', owner: null, attempt: null, material: null, progress: null },
      });
    });
    expect(evaluator.publishedOf(output.id)).toEqual([]);
  });
});

describe('a dry run', () => {
  const rule = { name: 'Tone', type: 'llm_judge', value: 'It is polite.' };

  test('asks the judge like a submission, and stores nothing', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const api = await evaluator.api(workspaceId);
    evaluator.judge.behave(answering({ verdict: 'fail', confidence: 0.8, explanation: 'Rude.' }));

    const answer = await api.post('/api/rules/evaluate', {
      output: 'Go away.',
      rule: { ...rule, llmJudgeModel: 'large' },
    });

    const summary = 'Rule “Tone” is not met: Rude.';
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...{ verdict: 'fail', confidenceScore: 0.8, explanation: summary, status: 'flagged' },
        appliedRules: [
          {
            ...{ ruleType: 'llm_judge', outcome: 'failed', summary, evaluator: 'llm' },
            ...{ model: 'large', confidence: 0.8, inputTokens: 210, outputTokens: 30 },
            ...{ llmOutput: expect.stringContaining('Rude'), costUsd: null, attempts: 1 },
          },
        ],
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('sk-very-secret');
  });

  test('ends in time, as an error, if the judge does not answer', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const who = { workspaceId, role: 'manager' } as const;
    const api = await apiOf(impatient.url, evaluator.assertions, who);
    evaluator.judge.behave(() => undefined);

    expect(await api.post('/api/rules/evaluate', { output: 'Hi', rule })).toMatchObject({
      status: 200,
      body: { verdict: null, status: 'error', explanation: expect.stringContaining('in time') },
    });
  });

  test('consumes one model call of its caller if it reaches a judge, and none otherwise', async () => {
    const { peers } = evaluator;
    const api = await evaluator.api(await evaluator.aJudgedWorkspace());
    const before = peers.modelCalls.length;
    const exact = { name: 'Short', type: 'max_length', value: '200' };

    await api.post('/api/rules/evaluate', { output: 'Hi', rule: exact });
    expect(peers.modelCalls).toHaveLength(before);

    evaluator.judge.behave(refusing(503));
    const askedBefore = evaluator.judge.asked.length;
    await api.post('/api/rules/evaluate', { output: 'Hi', rule });
    expect(peers.modelCalls.slice(before)).toEqual(['u1']);
    expect(evaluator.judge.asked).toHaveLength(askedBefore + 1);
  });

  test('is refused above the rate limit before its judge is asked', async () => {
    const api = await evaluator.api(await evaluator.aJudgedWorkspace());
    const askedBefore = evaluator.judge.asked.length;
    evaluator.peers.modelCallsFreeIn = 17;

    const answer = await api.post('/api/rules/evaluate', { output: 'Hi', rule });

    evaluator.peers.modelCallsFreeIn = null;
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', fields: {} } });
    expect(answer.headers.get('retry-after')).toBe('17');
    expect(evaluator.judge.asked).toHaveLength(askedBefore);
  });

  test.each([
    ['', /in plain language/],
    ['?', /in plain language/],
  ])('rejects a criterion without words: %j', async (value, message) => {
    const api = await evaluator.api(await evaluator.aJudgedWorkspace());

    expect(
      await api.post('/api/rules/evaluate', { output: 'Hi', rule: { ...rule, value } }),
    ).toMatchObject({
      status: 400,
      body: { fields: { 'rule.value': expect.stringMatching(message) } },
    });
  });
});
