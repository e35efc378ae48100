import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ApiClient } from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

let t: TestGateway;
let api: ApiClient;

beforeAll(async () => {
  t = await startTestGateway();
  api = await t.signIn();
});

afterAll(async () => {
  await t[Symbol.asyncDispose]();
});

test.each(['viewer', 'reviewer', 'manager'])('a %s may not change the settings', async (role) => {
  await t.sql.query('UPDATE members SET role = $1', [role]);

  const answer = await api.patch('/api/settings', { skipJudgesWhenFlagged: true });

  expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
});

test('without the evaluator the settings are not to be had, and not to be changed', async () => {
  await t.sql.query(`UPDATE members SET role = 'admin'`);
  await t.peers.evaluator.stop();

  for (const answer of [
    await api.get('/api/settings'),
    await api.patch('/api/settings', { skipJudgesWhenFlagged: true }),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
});
