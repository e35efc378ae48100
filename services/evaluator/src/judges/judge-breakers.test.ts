import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';
import {
  answering,
  type JudgeServer,
  refusing,
  startJudgeServer,
} from '../../test/judge-server.ts';

jest.setTimeout(PATIENCE_MS);

const evaluator = useJudgedEvaluator({}, { isPrivateHostAllowed: () => true });
/** A server that a workspace configures. */
let own: JudgeServer;

beforeAll(async () => {
  own = await startJudgeServer();
});

afterAll(async () => {
  await own.close();
});

test('stops calls of one workspace to a judge that is down, and no other calls', async () => {
  const [one, another] = [await evaluator.aJudgedWorkspace(), await evaluator.aJudgedWorkspace()];
  const entry = { provider: 'openai_compatible', model: 'm', baseUrl: own.baseUrl };
  const defaultJudgeProvider = entry.provider;
  await change(one, { judgeProviders: [entry], defaultJudgeProvider });
  await change(another, { judgeProviders: [entry], defaultJudgeProvider });
  own.behave(refusing(503));

  for (let call = 0; call < 5; call += 1) await tryRule(one);
  const paused = await tryRule(one);
  const elsewhere = await tryRule(another);
  await change(one, { judgeProviders: [] });
  const byOperator = await tryRule(one);

  expect(paused).toMatchObject({ explanation: expect.stringMatching(/not called for now/) });
  expect(elsewhere).toMatchObject({ explanation: expect.stringMatching(/is unavailable/) });
  expect(byOperator).toMatchObject({ status: 'pass' });
});

test('keeps calling a judge whose answers are unreadable', async () => {
  const workspaceId = await evaluator.aJudgedWorkspace();
  const entry = { provider: 'openai_compatible', model: 'm', baseUrl: own.baseUrl };
  const defaultJudgeProvider = entry.provider;
  await change(workspaceId, { judgeProviders: [entry], defaultJudgeProvider });
  own.behave((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"choices":[]}');
  });

  for (let call = 0; call < 5; call += 1) await tryRule(workspaceId);
  own.behave(answering({ verdict: 'pass' }));

  expect(await tryRule(workspaceId)).toMatchObject({ status: 'pass' });
});

async function change(workspaceId: string, settings: object): Promise<void> {
  const body = { workspaceId, change: settings };
  await (await evaluator.internal()).patch('/internal/judge-settings', body);
}

async function tryRule(workspaceId: string) {
  const rule = { name: 'Tone', type: 'llm_judge', value: 'Polite.' };
  const api = await evaluator.api(workspaceId);
  return (await api.post('/api/rules/evaluate', { rule, output: 'Hello.' })).body;
}
