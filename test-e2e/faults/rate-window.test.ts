import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { submit, uniqueName } from '../harness/outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

const LIMIT = 5;

let system: EmbeddedSystem;

beforeAll(async () => {
  system = await startEmbeddedSystem({ RATE_LIMIT_PER_MINUTE: String(LIMIT) });
}, 60_000);

afterAll(() => system.stop());

test('the rate window is exact to the request, and a refusal only contains the time to retry', async () => {
  const body = { project: uniqueName('Window'), id: 'first', output: 'a' };
  await submit(system.automation, body);
  const send = (n: number) => system.automation.post('/api/logs', { ...body, id: `more-${n}` });

  const answers = await Promise.all(Array.from({ length: 2 * LIMIT }, (_, n) => send(n)));

  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(LIMIT - 1);
  expect(refused).toHaveLength(LIMIT + 1);
  for (const answer of refused) {
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.body).toEqual({ error: expect.any(String) });
  }
  // A replay takes no slot, and reads are not limited by it.
  expect((await system.automation.post('/api/logs', body)).status).toBe(202);
  expect((await system.automation.get('/api/logs')).status).toBe(200);
});
