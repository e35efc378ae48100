import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import {
  type JudgedEvaluator,
  PATIENCE_MS,
  startJudgedEvaluator,
} from '../../test/judged-evaluator.ts';
import { type JudgeServer, startJudgeServer } from '../../test/judge-server.ts';

jest.setTimeout(PATIENCE_MS);

let evaluator: JudgedEvaluator;
/** A server that a workspace configures. It reports tokens but no cost. */
let own: JudgeServer;

beforeAll(async () => {
  const isPrivateHostAllowed = (address: string) => address === '127.0.0.1';
  evaluator = await startJudgedEvaluator({}, { isPrivateHostAllowed });
  own = await startJudgeServer();
});

afterAll(async () => {
  await evaluator.stop();
  await own.close();
});

async function price(workspaceId: string, prices: object) {
  const entry = { provider: 'openai_compatible', model: 'own', baseUrl: own.baseUrl, ...prices };
  const change = { defaultJudgeProvider: 'openai_compatible', judgeProviders: [entry] };
  const internal = await evaluator.internal();
  return internal.patch('/internal/judge-settings', { workspaceId, change });
}

test('computes the cost of a judge from its tokens if both prices are set and it reports none', async () => {
  const workspaceId = await evaluator.aJudgedWorkspace();
  const prices = { inputPerMillion: 3, outputPerMillion: 15.5 };

  const answer = await price(workspaceId, prices);

  expect(answer).toMatchObject({ status: 200, body: { judgeProviders: [prices] } });
  const judge = { inputTokens: 210, outputTokens: 30, costUsd: 0.001095 };
  expect(await evaluator.judgedIn(workspaceId)).toMatchObject({ appliedRules: [{ judge }] });

  await price(workspaceId, { ...prices, outputPerMillion: null });

  const unknown = { ...judge, costUsd: null };
  expect(await evaluator.judgedIn(workspaceId)).toMatchObject({
    appliedRules: [{ judge: unknown }],
  });
});
