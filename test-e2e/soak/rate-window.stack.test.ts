import { setTimeout as delay } from 'node:timers/promises';

import { eventually, makeRandomNumbers } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { type Client, makeClient } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';
import { type Crowd, findShortCrowds, fullestMinute } from './accepted-times.ts';

const LIMIT = 60;
const CROWD = 200;
const GAP_MS_MAX = 9_000;
const SECOND_MS = 1_000;
const SEED = 20_261_121;

let system: StackSystem;
let listeners: readonly Client[];

beforeAll(async () => {
  system = await startStackSystem({
    replicas: { gateway: 4 },
    env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) },
  });
  const authorization = `Bearer ${system.token}`;
  listeners = system.stack.services.gateway.map(({ publicUrl }) =>
    makeClient(publicUrl ?? '', { authorization }),
  );
}, 300_000);

afterAll(() => system.stop(), 60_000);

/** Submits two hundred outputs at once, spread over the gateways. @returns the IDs accepted. */
async function submitCrowd(project: string): Promise<readonly string[]> {
  const inTurn = Array.from({ length: CROWD }, (_, n) => listeners[n % listeners.length]);
  const answers = await Promise.all(
    inTurn.map(async (listener) => listener?.post('/api/logs', { project, output: 'text' })),
  );
  const statuses = new Set(answers.map((answer) => answer?.status));
  expect([...statuses].filter((status) => status !== 202 && status !== 429)).toEqual([]);
  return answers.flatMap((answer) => (answer?.status === 202 ? String(answer.body['id']) : []));
}

/** Submits crowds at random times for the given duration. */
async function submitCrowds(forMs: number): Promise<readonly Crowd[]> {
  const random = makeRandomNumbers(SEED);
  const project = uniqueName('Window');
  const crowds: { readonly begunAt: number; readonly ids: readonly string[] }[] = [];
  const until = Date.now() + forMs;
  while (Date.now() < until) {
    const begunAt = Date.now();
    crowds.push({ begunAt, ids: await submitCrowd(project) });
    await delay(random() * GAP_MS_MAX);
  }
  return Promise.all(
    crowds.map(async ({ begunAt, ids }) => ({
      begunAt,
      acceptedAt: await Promise.all(ids.map(acceptedAt)),
    })),
  );
}

async function acceptedAt(id: string): Promise<number> {
  const { body } = await listeners[0]!.get(`/api/logs/${id}`);
  return new Date(String(body['createdAt'])).getTime();
}

/** The counter that a gateway uses, by its own metric. */
async function mode(gateway: number): Promise<string | undefined> {
  const url = system.stack.services.gateway[gateway]?.internalUrl ?? '';
  const text = await (await fetch(`${url}/metrics`)).text();
  return /output_review_rate_window_mode\{[^}]*mode="(\w+)"[^}]*\} 1/.exec(text)?.[1];
}

const untilAllCountIn = (counting: 'redis' | 'postgres') =>
  eventually(async () => {
    const modes = await Promise.all(listeners.map((_, gateway) => mode(gateway)));
    expect(modes).toEqual(listeners.map(() => counting));
  }, 30_000);

async function readiness(gateway: number) {
  const url = system.stack.services.gateway[gateway]?.internalUrl ?? '';
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as object };
}

/** Restarts Redis empty, twice, and suspends a gateway for a while. */
async function faults(): Promise<void> {
  const { redis, services } = system.stack;
  await delay(50 * SECOND_MS);
  await redis.kill();
  await untilAllCountIn('postgres');
  expect(await readiness(0)).toMatchObject({
    status: 200,
    body: { ready: true, checks: { 'rate window': expect.stringContaining('degraded') } },
  });
  await delay(30 * SECOND_MS);
  await redis.start();
  await untilAllCountIn('redis');

  await delay(20 * SECOND_MS);
  // Restarted before most gateways have noticed the failure.
  await redis.kill();
  await redis.start();

  await delay(15 * SECOND_MS);
  const pid = services.gateway[3]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  await delay(5 * SECOND_MS);
  process.kill(pid, 'SIGCONT');
}

test('four gateways keep one window for three minutes, exact to the request, while Redis fails and recovers', async () => {
  await untilAllCountIn('redis');

  const [crowds] = await Promise.all([submitCrowds(180 * SECOND_MS), faults()]);

  const accepted = crowds.flatMap((crowd) => crowd.acceptedAt);
  expect(fullestMinute(accepted)).toBe(LIMIT);
  expect(findShortCrowds(crowds, LIMIT)).toEqual([]);
  // Three full windows and the start of a fourth.
  expect(accepted.length).toBeGreaterThanOrEqual(3 * LIMIT);
}, 400_000);
