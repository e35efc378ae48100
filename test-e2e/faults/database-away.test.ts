import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { familyOf, queryOnce } from '../harness/process.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

let system: EmbeddedSystem;

beforeAll(async () => {
  system = await startEmbeddedSystem({ LOG_LEVEL: 'silent' });
}, 60_000);

afterAll(() => system.stop());

test('a database that crashes under load causes no dead letters, and all accepted outputs are evaluated', async () => {
  const project = uniqueName('Outage');
  const ids: string[] = [];
  const refusals = new Set<number>();
  let isOver = false;
  const submitting = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { status, body } = await system.automation.post('/api/logs', {
          project,
          output: 'a',
        });
        if (status === 202) ids.push(String(body['id']));
        else refusals.add(status);
      }
    }),
  );

  await countReaches(ids, 50);
  // The supervisor restarts it at the same address.
  process.kill(system.embedded.postgresPid, 'SIGQUIT');
  const before = ids.length;
  await countReaches(ids, before + 50);
  isOver = true;
  await submitting;

  expect([...refusals].filter((status) => status !== 503)).toEqual([]);
  for (const id of ids) {
    expect((await awaitVerdict(system.automation, id, 30_000)).body['status']).toBe('pass');
  }
  expect(await countDeadLetters()).toEqual([0, 0, 0]);
}, 120_000);

test('a database that hangs for seconds causes delays, but no loss', async () => {
  const project = uniqueName('Hang');
  const { id } = await submit(system.automation, { project, output: 'a' });
  const family = await familyOf(system.embedded.postgresPid);

  for (const pid of family) process.kill(pid, 'SIGSTOP');
  const waiting = system.automation.post('/api/logs', { project, output: 'b' });
  await delay(HANG_MS);
  for (const pid of family) process.kill(pid, 'SIGCONT');

  expect([202, 503]).toContain((await waiting).status);
  expect((await awaitVerdict(system.automation, id, 30_000)).body['status']).toBe('pass');
  expect(await countDeadLetters()).toEqual([0, 0, 0]);
}, 60_000);

test('a waiting call is answered even if the database crashes', async () => {
  const { id } = await submit(system.automation, {
    ...{ project: uniqueName('Waiting'), output: 'a', requireApproval: true },
  });
  await awaitVerdict(system.automation, id);
  const waiting = system.automation.get(`/api/logs/${id}/status?wait=30`);
  // The call is waiting before the database crashes.
  await eventually(async () => expect(await countWaits()).toBe(1));
  process.kill(system.embedded.postgresPid, 'SIGQUIT');

  const reviewer = await eventually(() => system.signIn(), 20_000);
  await eventually(async () => {
    const decision = { decision: 'approved' };
    expect((await reviewer.patch(`/api/logs/${id}/decision`, decision)).status).toBe(200);
  }, 20_000);

  const { status, body } = await waiting;
  expect([200, 503]).toContain(status);
  if (status === 200) expect(body).toMatchObject({ settled: true, humanDecision: 'approved' });
}, 60_000);

async function countWaits(): Promise<number> {
  const text = await (await fetch(`${system.embedded.services.gateway.url}/metrics`)).text();
  return Number(/^output_review_waiting_calls (\d+)$/m.exec(text)?.[1]);
}

// Longer than the first pauses between retries, short enough for a test.
const HANG_MS = 3_000;

async function countDeadLetters(): Promise<number[]> {
  const letters = (['gateway', 'evaluator', 'review'] as const).map((service) =>
    queryOnce(system.embedded.databaseUrlOf(service), `SELECT FROM ${service}.dead_letters`),
  );
  return (await Promise.all(letters)).map(({ length }) => length);
}

function countReaches(ids: readonly string[], count: number): Promise<void> {
  return eventually(() => {
    if (ids.length < count) throw new Error(`Only ${ids.length} of ${count} were accepted`);
  }, 60_000);
}
