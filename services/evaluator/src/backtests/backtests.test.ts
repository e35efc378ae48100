import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import { filesOf, IMAGE } from '../../test/files-of-outputs.ts';
import { holdChecks } from '../../test/hold-checks.ts';
import { answering, hold, refusing } from '../../test/judge-server.ts';
import {
  type JudgedEvaluator,
  PATIENCE_MS,
  startJudgedEvaluator,
} from '../../test/judged-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

type Body = Record<string, unknown>;

let evaluator: JudgedEvaluator;

beforeAll(async () => {
  const isPrivateHostAllowed = (address: string) => address === '127.0.0.1';
  evaluator = await startJudgedEvaluator({}, { isPrivateHostAllowed });
});

afterAll(async () => {
  await evaluator.stop();
});

const DRAFT = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };
// On this text, it is applied in a process of its own.
const SLOW = { ...DRAFT, type: 'regex_forbidden', value: '[ab]*a[ab]{900}[cd]' };
const LONG = 'ab'.repeat(10_000);
const JUDGE = { name: 'Tone', type: 'llm_judge', value: 'The answer is polite.' };

/** As a manager of the workspace. */
async function prepare(workspaceId: string, body: Body) {
  const api = await evaluator.api(workspaceId);
  return api.post('/internal/backtests/prepare', { workspaceId, isEstimate: false, ...body });
}

async function apply(
  rule: Body,
  outputs: readonly (string | null | Body)[],
  { workspaceId = newId(), url = evaluator.service.url } = {},
) {
  const gateway = { kind: 'service', service: 'gateway' } as const;
  const internal = makeApiClient(url, await evaluator.assertions.headersFor(gateway));
  const { content } = evaluator.submission(workspaceId);
  const answer = await internal.post('/internal/backtests/apply', {
    ...{ workspaceId, rule: { ...NO_JUDGE, ...rule } },
    outputs: outputs.map((given) => {
      const change = typeof given === 'object' && given ? given : { output: given };
      const { attachments = [], ...changed } = change;
      return { content: { ...content, action: null, ...changed }, attachments };
    }),
  });
  expect(answer.status).toBe(200);
  return answer.body as Body;
}

const PRICES = { inputPerMillion: 3, outputPerMillion: 15.5 };

/** A workspace whose own judge has prices. */
async function withPrices() {
  const workspaceId = newId();
  const internal = await evaluator.internal();
  const { baseUrl } = evaluator.judge;
  const entry = { provider: 'openai_compatible', model: 'own', baseUrl, ...PRICES };
  const change = { defaultJudgeProvider: 'openai_compatible', judgeProviders: [entry] };
  await internal.patch('/internal/judge-settings', { workspaceId, change });
  return { workspaceId };
}

/** Makes the judge refuse one output with a status. */
function passAllBut(output: string, status: number): void {
  evaluator.judge.behave((asked, response) => {
    const isRefused = asked.material['output'] === output;
    return (isRefused ? refusing(status) : answering({ verdict: 'pass' }))(asked, response);
  });
}

const NO_JUDGE = { llmJudgeProvider: null, llmJudgeModel: null, judgeFiles: false };
const NO_PLACE = { projectId: null, projectName: null, taskName: null };

describe('the rule of a backtest', () => {
  test('is validated when it is unsaved, wherever it applies', async () => {
    const answer = await prepare(newId(), { rule: { ...DRAFT, taskName: 'Letters' } });

    expect(answer).toEqual(
      expect.objectContaining({
        status: 200,
        body: {
          rule: {
            ...{ ...DRAFT, description: null, ...NO_PLACE, ...NO_JUDGE, taskName: 'Letters' },
            ...{ shadowRate: null, approvals: null },
          },
          ...{ ruleId: null, ruleVersion: null, versionIds: [], prices: null },
        },
      }),
    );
  });

  test('has the id of the project it names when it is unsaved, and creates no project', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const draft = { ...DRAFT, projectName: 'Support', taskName: 'Letters' };
    const before = await prepare(workspaceId, { rule: draft });
    const { body } = await api.post('/api/rules', { ...DRAFT, projectName: 'Support' });
    const { projectId } = body as Body;

    const after = await prepare(workspaceId, { rule: draft });

    expect(before.body).toMatchObject({ rule: { ...draft, projectId: null } });
    expect(after.body).toMatchObject({ rule: { ...draft, projectId } });
    expect(projectId).toEqual(expect.any(String));
  });

  test('comes with all its versions when it is stored', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const { body } = await api.post('/api/rules', { ...DRAFT, projectName: 'Support' });
    const { id: ruleId } = body as { id: string };
    await api.patch(`/api/rules/${ruleId}`, { value: 'promise' });

    const prepared = await prepare(workspaceId, { ruleId });

    expect(prepared.body).toMatchObject({
      rule: { value: 'promise', projectName: 'Support', taskName: null },
      ...{ ruleId, ruleVersion: 2, versionIds: [expect.any(String), expect.any(String)] },
    });
    expect(await prepare(newId(), { ruleId })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });

  test('keeps its required approvals and its shadow rate', async () => {
    const workspaceId = newId();
    const kept = { shadowRate: 0.5, approvals: { needed: 3, notSubmitter: true } };
    const api = await evaluator.api(workspaceId);
    const { body } = await api.post('/api/rules', { ...DRAFT, ...kept });

    const ofDraft = await prepare(workspaceId, { rule: { ...DRAFT, ...kept } });
    const ofStored = await prepare(workspaceId, { ruleId: (body as Body)['id'] });

    expect(ofDraft.body).toMatchObject({ rule: kept });
    expect(ofStored.body).toMatchObject({ rule: kept });
  });

  test.each<[string, Body, string[]]>([
    [
      'does not compile',
      { rule: { ...DRAFT, type: 'regex_forbidden', value: '(' } },
      ['rule.value'],
    ],
    ['is missing', {}, ['rule', 'ruleId']],
    ['is given twice', { rule: DRAFT, ruleId: 'r' }, ['rule', 'ruleId']],
  ])('is rejected with 400 if it %s', async (_, body, fields) => {
    const answer = await prepare(newId(), body);

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(Object.keys((answer.body as { fields: Body }).fields).sort()).toEqual(fields);
  });

  test('consumes a model call if it asks a judge, except in an estimate', async () => {
    const before = evaluator.peers.modelCalls.length;

    await prepare(newId(), { rule: JUDGE, isEstimate: true });
    expect(evaluator.peers.modelCalls).toHaveLength(before);
    await prepare(newId(), { rule: JUDGE });
    expect(evaluator.peers.modelCalls).toHaveLength(before + 1);
  });

  test.each([true, false])(
    'is rejected with 409 if its judge is not configured (estimate: %p)',
    async (isEstimate) => {
      const rule = { ...JUDGE, llmJudgeProvider: 'anthropic' };

      expect(await prepare(newId(), { rule, isEstimate })).toMatchObject({
        status: 409,
        body: {
          code: 'NO_MODEL_CONFIGURED',
          error: expect.stringContaining('no judge with a key'),
        },
      });
    },
  );
});

describe('outputs of a backtest', () => {
  test('are evaluated against the rule in order', async () => {
    const said = ['We guarantee it.', 'Fine.', null, '', 'GUARANTEE'];

    expect(await apply(DRAFT, said)).toEqual({
      outcomes: ['failed', 'passed', 'skipped', 'passed', 'failed'],
      ...{ paused: null, failure: null, costUsd: 0, isCostKnown: true },
    });
    expect(
      await apply({ ...DRAFT, type: 'json_field_exists', value: 'metadata.a' }, [
        { metadata: { a: 1 } },
        { metadata: {} },
      ]),
    ).toMatchObject({ outcomes: ['passed', 'failed'] });
  });

  test('get an outcome each if the rule is slow', async () => {
    const { outcomes } = await apply(SLOW, [LONG]);

    expect(outcomes).toEqual([expect.stringMatching(/^(passed|error)$/)]);
  });

  test('of which others are being checked wait, so that a process is free for other work', async () => {
    await apply(SLOW, [LONG]);
    using checks = holdChecks();

    const both = [apply(SLOW, [LONG]), apply(SLOW, [LONG])];

    expect(await Promise.race(both)).toMatchObject({ outcomes: [], paused: 'busy' });
    checks.release();
    const answers = await Promise.all(both);
    expect(answers.filter(({ paused }) => paused === null)).toHaveLength(1);
  });

  test('use the slots of judges in shadow, which no live rule waits for', async () => {
    const answers = hold(evaluator.judge);

    const applying = apply(JUDGE, ['Please.']);

    await eventually(async () => {
      const text = await (await fetch(`${evaluator.service.url}/metrics`)).text();
      expect(text).toContain('output_review_judge_calls{pool="shadow",state="running"} 1\n');
    });
    answers.release();
    expect(await applying).toMatchObject({ outcomes: ['passed'] });
  });

  test('are judged together and report the known cost', async () => {
    const { workspaceId } = await withPrices();
    evaluator.judge.behave((asked, response) => {
      const isRude = String(asked.material['output']).includes('rude');
      return answering({ verdict: isRude ? 'fail' : 'pass' })(asked, response);
    });

    const said = ['How rude.', 'Please.', null, 'rude'];
    const { costUsd, ...answer } = await apply(JUDGE, said, { workspaceId });

    expect(answer).toEqual({
      outcomes: ['failed', 'passed', 'skipped', 'failed'],
      ...{ paused: null, failure: null, isCostKnown: true },
    });
    expect(costUsd).toBeCloseTo(3 * 0.001095, 9);
    expect((await prepare(workspaceId, { rule: JUDGE })).body).toMatchObject({ prices: PRICES });
    expect(await apply(JUDGE, ['Please.'])).toMatchObject({ costUsd: 0, isCostKnown: false });
  });

  test.each([400, 429, 500, 503])(
    'cost only what the others cost if the judge refuses one (%i)',
    async (status) => {
      passAllBut('poison', status);
      const priced = await withPrices();

      const { costUsd, isCostKnown } = await apply(JUDGE, ['a', 'poison'], priced);
      expect(costUsd).toBeCloseTo(0.001095, 9);
      expect(isCostKnown).toBe(true);
      expect(await apply(JUDGE, ['poison'], priced)).toMatchObject({
        ...{ costUsd: 0, isCostKnown: true },
      });
      expect(await apply(JUDGE, ['a', 'poison'])).toMatchObject({ isCostKnown: false });
    },
  );

  test.each([
    ['an answer that is no verdict', { choices: [{ message: { content: 'Fine.' } }] }],
    ['a refusal to judge', { choices: [{ finish_reason: 'content_filter', message: {} }] }],
    ['nothing that can be read', {}],
  ])('have an unknown cost if the judge returns %s', async (_, body) => {
    evaluator.judge.behave((asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });

    expect(await apply(JUDGE, ['a'], await withPrices())).toMatchObject({
      ...{ outcomes: ['error'], costUsd: 0, isCostKnown: false },
    });
  });

  test('have an unknown cost if the judge times out', async () => {
    evaluator.judge.behave(() => undefined);
    const judging = { ...evaluator.judging, callMs: 100 };
    const { url, stop } = await evaluator.startReplica({ judging });

    const applied = await apply(JUDGE, ['a'], { ...(await withPrices()), url });
    await stop();

    expect(applied).toMatchObject({
      ...{ outcomes: ['error'], paused: null, costUsd: 0, isCostKnown: false },
    });
  });

  test('count as errors individually if a file cannot be read', async () => {
    evaluator.judge.behave(answering({ verdict: 'pass' }));
    const { aFile } = filesOf(() => evaluator);
    const whole = aFile(newId(), { bytes: Buffer.from('Dear Sir') });
    const cutOff = { ...aFile(newId(), { bytes: Buffer.from('Dear') }), sizeBytes: 8 };
    const outputs = [{ attachments: [whole] }, { attachments: [cutOff] }, 'Please.'];

    expect(await apply({ ...JUDGE, judgeFiles: true }, outputs)).toMatchObject({
      ...{ outcomes: ['passed', 'error', 'passed'], paused: null, failure: null },
    });
  });

  test.each([403, 404, 500])(
    'count as errors if the judge fails on them (%i) but answers others',
    async (status) => {
      passAllBut('poison', status);

      expect(await apply(JUDGE, ['poison', 'a', 'b'])).toMatchObject({
        ...{ outcomes: ['error', 'passed', 'passed'], paused: null, failure: null },
      });
    },
  );

  test('count as errors if they show only images to a model that accepts none', async () => {
    evaluator.judge.behave(refusing(404));
    const { aFile } = filesOf(() => evaluator);
    const chart = { bytes: IMAGE, filename: 'chart.png', contentType: 'image/png' };
    const outputs = [{ output: null, attachments: [aFile(newId(), chart)] }];

    expect(await apply({ ...JUDGE, judgeFiles: true }, outputs)).toMatchObject({
      ...{ outcomes: ['error'], paused: null, failure: null },
    });
  });

  test('wait for a judge that rate limits one of them, even if it answers others', async () => {
    passAllBut('b', 429);

    expect(await apply(JUDGE, ['a', 'b', 'c'])).toMatchObject({
      ...{ outcomes: ['passed'], paused: 'judge_away', failure: null },
    });
  });

  test('wait while the judge is unavailable, and end if it can never answer', async () => {
    evaluator.judge.behave(refusing(503));
    expect(await apply(JUDGE, ['Please.'])).toMatchObject({
      ...{ outcomes: [], paused: 'judge_away', failure: null },
    });

    evaluator.judge.behave(refusing(401));
    expect(await apply(JUDGE, ['Please.'])).toMatchObject({
      ...{ outcomes: [], failure: expect.stringContaining('the provider refused the key') },
    });
  });
});
