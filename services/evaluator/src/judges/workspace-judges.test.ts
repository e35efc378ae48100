import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import { type Logger, makeEncryptor, newId } from '@output-review/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { silentLog } from '@output-review/runtime/testing';

import { type JudgeServer, refusing, startJudgeServer } from '../../test/judge-server.ts';
import {
  type JudgedEvaluator,
  PATIENCE_MS,
  startJudgedEvaluator,
} from '../../test/judged-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

const OPERATORS_KEY = 'sk-very-secret';
const OWN_KEY = 'sk-of-the-workspace';

let evaluator: JudgedEvaluator;
/** A server that a workspace configures. */
let own: JudgeServer;
/** A second one. */
let other: JudgeServer;
const logged: string[] = [];

beforeAll(async () => {
  const write = (...said: unknown[]): void => {
    logged.push(inspect(said, { depth: null }));
  };
  const log: Logger = {
    ...{ ...silentLog, debug: write, info: write, warn: write, error: write },
    child: () => log,
  };
  evaluator = await startJudgedEvaluator(
    {},
    { log, isPrivateHostAllowed: (address) => address === '127.0.0.1' },
  );
  [own, other] = await Promise.all([startJudgeServer(), startJudgeServer()]);
});

afterAll(async () => {
  await evaluator.stop();
  await Promise.all([own.close(), other.close()]);
});

beforeEach(() => {
  for (const { asked } of [evaluator.judge, own, other]) (asked as unknown[]).length = 0;
});

async function change(workspaceId: string, settings: object) {
  const body = { workspaceId, change: settings };
  return (await evaluator.internal()).patch('/internal/judge-settings', body);
}

async function settingsOf(workspaceId: string) {
  const { body } = await (
    await evaluator.internal()
  ).post('/internal/judge-settings', { workspaceId });
  return body;
}

/** Settings with one entry for a chat completions server, as the default. */
const served = (server: JudgeServer, entry: object = {}) => ({
  defaultJudgeProvider: 'openai_compatible',
  judgeProviders: [
    { provider: 'openai_compatible', model: 'own-model', baseUrl: server.baseUrl, ...entry },
  ],
});

/** All requests that a server received, including headers. */
const textOf = ({ asked }: JudgeServer): string => JSON.stringify(asked);

describe('the judges of a workspace', () => {
  test("are the operator's until the workspace configures its own", async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();

    expect(await settingsOf(workspaceId)).toEqual({
      ...{ defaultJudgeProvider: null, judgeProviders: [], skipJudgesWhenFlagged: false },
    });
    await evaluator.judgedIn(workspaceId);
    expect(evaluator.judge.asked).toHaveLength(1);
  });

  test('are used as soon as the change is answered, with their own model and key, and no others are', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();

    const answer = await change(workspaceId, served(own, { apiKey: OWN_KEY }));

    const stored = {
      ...{ defaultJudgeProvider: 'openai_compatible', skipJudgesWhenFlagged: false },
      judgeProviders: [
        {
          ...{ provider: 'openai_compatible', model: 'own-model', baseUrl: own.baseUrl },
          ...{ hasKey: true, inputPerMillion: null, outputPerMillion: null },
        },
      ],
    };
    expect(answer).toMatchObject({ status: 200, body: stored });
    expect(await settingsOf(workspaceId)).toEqual(stored);
    expect(await evaluator.judgedIn(workspaceId)).toMatchObject({
      appliedRules: [{ outcome: 'passed', judge: { model: 'own-model' } }],
    });
    expect(own.asked).toMatchObject([
      { headers: { authorization: `Bearer ${OWN_KEY}` }, body: { model: 'own-model' } },
    ]);
    expect(evaluator.judge.asked).toEqual([]);
  });

  test('apply to that workspace only', async () => {
    const [one, another] = [await evaluator.aJudgedWorkspace(), await evaluator.aJudgedWorkspace()];
    await change(one, served(own, { apiKey: OWN_KEY }));

    await evaluator.judgedIn(another);

    expect([own.asked.length, evaluator.judge.asked.length]).toEqual([0, 1]);
  });

  test('are also used in a dry run, with the model that the rule names', async () => {
    const workspaceId = newId();
    await change(workspaceId, served(own));
    const rule = { name: 'Tone', type: 'llm_judge', value: 'Polite.', llmJudgeModel: 'big' };

    const api = await evaluator.api(workspaceId);
    const { body } = await api.post('/api/rules/evaluate', { rule, output: 'Hello.' });

    expect(body).toMatchObject({ verdict: 'pass', appliedRules: [{ model: 'big' }] });
    expect(own.asked).toMatchObject([{ body: { model: 'big' } }]);
  });
});

describe('a key', () => {
  test('is stored encrypted, and cannot be decrypted in another row', async () => {
    const [one, another] = [await evaluator.aJudgedWorkspace(), await evaluator.aJudgedWorkspace()];
    await change(one, served(own, { apiKey: OWN_KEY }));
    await change(another, served(own, { apiKey: 'sk-another' }));

    const { rows } = await evaluator.admin.query<{ sealed: string }>(
      `UPDATE evaluator.judge_providers SET sealed_key = theirs.sealed_key
       FROM evaluator.judge_providers AS theirs
       WHERE judge_providers.workspace_id = $1 AND theirs.workspace_id = $2
       RETURNING theirs.sealed_key AS sealed`,
      [another, one],
    );

    expect(rows).toEqual([{ sealed: expect.stringMatching(/^v1\./) }]);
    expect(await evaluator.judgedIn(another)).toMatchObject({
      outcome: 'error',
      explanation: expect.stringMatching(/cannot be decrypted\. Enter the key again/),
    });
    expect(own.asked).toEqual([]);
  });

  test('that was encrypted with a lost key makes the evaluator degraded', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    await change(workspaceId, served(own, { apiKey: OWN_KEY }));
    expect((await evaluator.service.ready()).checks).toMatchObject({ secrets: 'ok' });
    const lost = makeEncryptor(randomBytes(32).toString('base64')).seal(OWN_KEY);

    await evaluator.admin.query(
      'UPDATE evaluator.judge_providers SET sealed_key = $2 WHERE workspace_id = $1',
      [workspaceId, lost],
    );
    evaluator.clock.advance(60_000);

    expect(await evaluator.service.ready()).toMatchObject({
      ready: true,
      checks: { secrets: 'degraded: encrypted with an unknown key: 1 keys of judges' },
    });
  });

  test("is not sent to a new address, and the operator's key is not sent instead", async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    await change(workspaceId, served(own, { apiKey: OWN_KEY }));

    const moved = await change(workspaceId, served(other));
    await evaluator.judgedIn(workspaceId);

    expect(moved.body).toMatchObject({ judgeProviders: [{ hasKey: false }] });
    expect(other.asked).toHaveLength(1);
    expect(other.asked[0]?.headers).not.toHaveProperty('authorization');
    expect(textOf(other)).not.toContain(OWN_KEY);
    expect(textOf(other)).not.toContain(OPERATORS_KEY);
  });

  test('is deleted for good: returning to the previous address does not restore it', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    await change(workspaceId, served(own, { apiKey: OWN_KEY }));
    await change(workspaceId, served(other));

    const back = await change(workspaceId, served(own));

    expect(back.body).toMatchObject({ judgeProviders: [{ hasKey: false }] });
  });

  test('that is missing ends in an error that says what to do', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const entry = { provider: 'openai', model: 'gpt', baseUrl: other.baseUrl };

    await change(workspaceId, { judgeProviders: [entry], defaultJudgeProvider: 'openai' });

    expect(await evaluator.judgedIn(workspaceId)).toMatchObject({
      outcome: 'error',
      explanation: expect.stringMatching(/no key is stored.*Enter the key/),
    });
    expect(other.asked).toEqual([]);
  });
});

describe('an address', () => {
  test('that is not allowed is refused at once, with all other faults', async () => {
    const workspaceId = newId();

    const answer = await change(workspaceId, {
      defaultJudgeProvider: 'google',
      judgeProviders: [
        { provider: 'openai', model: 'gpt' },
        { provider: 'openai_compatible', model: 'a', baseUrl: 'https://169.254.169.254/v1' },
        { provider: 'openrouter', model: 'a', baseUrl: 'http://openrouter.ai/api/v1' },
        { provider: 'openai', model: 'gpt', apiKey: OWN_KEY },
      ],
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((answer.body as { fields: object }).fields).toEqual({
      defaultJudgeProvider: expect.any(String),
      'judgeProviders.1.baseUrl': expect.stringMatching(/private/),
      'judgeProviders.2.baseUrl': expect.stringMatching(/https/),
      'judgeProviders.3.provider': expect.any(String),
    });
    expect(await settingsOf(workspaceId)).toMatchObject({ judgeProviders: [] });
  });

  test('that is no longer allowed ends in an error, and is not called', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    await change(workspaceId, served(own));
    await evaluator.admin.query(
      `UPDATE evaluator.judge_providers SET base_url = replace(base_url, '127.0.0.1', '127.0.0.2')
       WHERE workspace_id = $1`,
      [workspaceId],
    );

    expect(await evaluator.judgedIn(workspaceId)).toMatchObject({
      outcome: 'error',
      explanation: expect.stringMatching(/requests to the address of its judge are not allowed/),
    });
    expect(own.asked).toEqual([]);
  });

  test('with a redirect is not followed', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    await change(workspaceId, served(own, { apiKey: OWN_KEY }));
    own.behave(refusing(307, { location: `${other.baseUrl}/chat/completions` }));

    expect(await evaluator.judgedIn(workspaceId)).toMatchObject({ outcome: 'error' });
    expect(other.asked).toEqual([]);
  });
});

test('keys are neither logged nor published', () => {
  const seen = logged.join('\n') + JSON.stringify(evaluator.published);

  expect(logged.length).toBeGreaterThan(0);
  expect(seen).not.toContain(OWN_KEY);
  expect(seen).not.toContain(OPERATORS_KEY);
});
