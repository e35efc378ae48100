import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Answer } from '../../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../../harness/stack-system.ts';
import { findLost, startLoad } from '../../harness/steady-load.ts';

// Source: the guarantees of the flow about PostgreSQL and about half-open connections.
const RECOVERED_MS_MAX = 5_000;
const NOTICED_MS_MAX = 15_000;
const GROWTH = 50;
// Long enough for calls that begin during the hang to time out during it.
const HANGS_MS = 15_000;

let system: StackSystem;

beforeAll(async () => {
  system = await startStackSystem({ proxied: ['postgres'] });
}, 300_000);

afterAll(() => system.stop(), 60_000);

const project = uniqueName('Gone');

function trySubmit(): Promise<Answer> {
  return system.automation.post('/api/logs', { project, output: 'a' });
}

function expectUnavailable({ status, headers }: Answer): void {
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; afterMs: number }> {
  const begunAt = performance.now();
  const result = await work;
  return { result, afterMs: performance.now() - begunAt };
}

test('without PostgreSQL callers are asked to retry, and are served within 5 s of its return', async () => {
  const { id } = await submit(system.automation, { project, output: 'a' });
  await awaitVerdict(system.automation, id, 30_000);
  await system.stack.postgres.kill();

  expectUnavailable(await trySubmit());
  expectUnavailable(await system.automation.get(`/api/logs/${id}`));
  await delay(3_000);
  await system.stack.postgres.start();

  const result = await eventually(async () => {
    const answer = await trySubmit();
    expect(answer.status).toBe(202);
    return answer;
  }, RECOVERED_MS_MAX);
  // The consumers have recovered too.
  await awaitVerdict(system.automation, String(result.body['id']), RECOVERED_MS_MAX);
}, 120_000);

test('a connection that hangs is detected within 15 s', async () => {
  const [proxy] = system.stack.proxies.postgres ?? [];
  const { id } = await submit(system.automation, { project, output: 'a' });
  await proxy?.hang();

  const calls = await Promise.all([
    timed(trySubmit()),
    timed(system.automation.get('/api/verify')),
    timed(system.automation.get(`/api/logs/${id}`)),
  ]);
  await proxy?.restore();

  for (const { result, afterMs } of calls) {
    expectUnavailable(result);
    expect(afterMs).toBeLessThan(NOTICED_MS_MAX);
  }
  await eventually(async () => expect((await trySubmit()).status).toBe(202), RECOVERED_MS_MAX);
  await awaitVerdict(system.automation, id, 30_000);
}, 120_000);

test('a load during hanging connections loses nothing accepted', async () => {
  const [proxy] = system.stack.proxies.postgres ?? [];
  const { url, token } = system;
  const around = uniqueName('Around');
  const load = startLoad({ url, token, project: around });
  await load.growsBy(GROWTH);

  await proxy?.hang();
  await delay(HANGS_MS);
  expectUnavailable(await trySubmit());
  await proxy?.restore();

  await load.growsBy(GROWTH);
  const { accepted, refused, unavailable, broken, wrong, longestMs } = await load.stop();
  expect({ refused, broken: [...broken], wrong }).toEqual({ refused: 0, broken: [], wrong: [] });
  expect(unavailable).toBeGreaterThan(0);
  process.stdout.write(`longest call while connections hang: ${Math.round(longestMs)} ms\n`);
  expect(longestMs).toBeLessThan(NOTICED_MS_MAX);
  await eventually(async () => {
    expect(await findLost(system.automation, { project: around, accepted })).toEqual([]);
  }, 30_000);
}, 180_000);
