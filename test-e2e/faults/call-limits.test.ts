import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Client } from '../harness/client.ts';
import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

const READS_MAX = 50;

let judge: JudgeServer;
let system: EmbeddedSystem;
let manager: Client;

beforeAll(async () => {
  judge = await startJudgeServer({ takesMs: 0 });
  system = await startEmbeddedSystem({
    ...judge.settings,
    RATE_LIMIT_PER_MINUTE: '60',
    RATE_LIMIT_READS_PER_MINUTE: String(READS_MAX),
    RATE_LIMIT_MODEL_CALLS_PER_MINUTE: '3',
  });
  manager = await system.signIn();
}, 60_000);

afterAll(async () => {
  await system.stop();
  await judge.close();
});

const dryRun = (rule: object) =>
  manager.post('/api/rules/evaluate', { output: 'Thank you.', rule });

test('limits model calls separately from dry runs of exact rules', async () => {
  const exact = { name: 'Short', type: 'max_length', value: '200' };
  const { id } = await submit(system.automation, { project: uniqueName('Limits'), output: 'a' });
  await awaitVerdict(system.automation, id);

  const again = await manager.post(`/api/logs/${id}/evaluate`);
  const tried = [await dryRun(JUDGE_RULE), await dryRun(JUDGE_RULE)];
  const refused = [await dryRun(JUDGE_RULE), await manager.post(`/api/logs/${id}/evaluate`)];
  const exactOnes = [];
  for (let n = 0; n < 10; n += 1) exactOnes.push(await dryRun(exact));

  expect(again.status).toBe(202);
  expect(tried.map(({ body }) => body['verdict'])).toEqual(['pass', 'pass']);
  for (const { status, body, headers } of refused) {
    expect([status, body]).toEqual([
      429,
      { error: expect.any(String), code: 'RATE_LIMITED', fields: {} },
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
  expect(exactOnes.every(({ status }) => status === 200)).toBe(true);
  expect(judge.answered()).toBe(2);
});

test('limits reads per caller, and still answers a wrong token with 401', async () => {
  const reads = await Promise.all(
    Array.from({ length: READS_MAX + 10 }, () => system.automation.get('/api/verify')),
  );

  expect(reads.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
  expect((await manager.get('/api/rules')).status).toBe(200);
  const wrong = await system.stranger.get('/api/verify', {
    headers: { authorization: 'Bearer wh-wrong' },
  });
  expect(wrong.status).toBe(401);
});
