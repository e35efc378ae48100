import { setTimeout as delay } from 'node:timers/promises';

import { eventually, silentLog } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { search, uniqueName } from '../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';
import { findLost, startLoad } from '../harness/steady-load.ts';
import { readEvents } from '../stress/read-events.ts';

// Source: the issue, "Kafka gone for a minute".
const AWAY_MS = 60_000;
const LOOK_EVERY_MS = 10_000;
// Time to process the backlog of that minute, on a machine that runs everything.
const DRAINED_MS_MAX = 180_000;
const GROWTH = 100;

let system: StackSystem;

beforeAll(async () => {
  system = await startStackSystem();
}, 300_000);

afterAll(() => system.stop(), 60_000);

test('a minute without Kafka: everything is accepted, queued and evaluated once when Kafka is back', async () => {
  const { automation, stack } = system;
  const project = uniqueName('Outage');
  const load = startLoad({ url: system.url, token: system.token, project });
  await load.growsBy(GROWTH);

  await stack.kafka.kill();
  const sentAtMost = load.accepted();
  for (let awayMs = 0; awayMs < AWAY_MS; awayMs += LOOK_EVERY_MS) {
    const before = load.accepted();
    await delay(LOOK_EVERY_MS);
    expect(load.accepted()).toBeGreaterThan(before + GROWTH);
  }
  const { total } = await search(automation, { project, limit: '1' });
  expect(total).toBeLessThanOrEqual(sentAtMost);
  const queued = load.accepted() - sentAtMost;

  await stack.kafka.start();
  const backAt = performance.now();
  await load.growsBy(GROWTH);
  const { accepted, refused, unavailable, broken, wrong } = await load.stop();
  expect({ refused, unavailable, broken: [...broken], wrong }).toEqual({
    ...{ refused: 0, unavailable: 0, broken: [], wrong: [] },
  });
  await eventually(async () => {
    expect(await search(automation, { project, status: 'pass', limit: '1' })).toMatchObject({
      total: accepted.length,
    });
  }, DRAINED_MS_MAX);
  const drainedMs = Math.round(performance.now() - backAt);
  expect(await findLost(automation, { project, accepted })).toEqual([]);

  const run = project.replaceAll(' ', '-');
  const { verdicts } = await readEvents({ brokers: stack.kafka.brokers, run, log: silentLog });
  expect([...verdicts.keys()].sort()).toEqual(accepted.map((id) => `${id}#1`).sort());
  expect([...verdicts.values()].filter((events) => events.size !== 1)).toEqual([]);
  process.stdout.write(`${queued} queued in a minute, drained in ${drainedMs} ms\n`);
}, 600_000);
