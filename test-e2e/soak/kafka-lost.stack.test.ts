import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { search, submit, uniqueName } from '../harness/outputs.ts';
import { databaseOf, queryOnce } from '../harness/process.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';

const OUTPUTS = 50;

let system: StackSystem;

beforeAll(async () => {
  system = await startStackSystem();
}, 300_000);

afterAll(() => system.stop(), 60_000);

const query = (sql: string) => queryOnce(databaseOf(system.stack.postgres.superuserUrl), sql);

/** Kills Kafka and deletes its logs, like the loss of a disk. The topics stay defined. */
async function loseLogs(): Promise<void> {
  const [node] = system.stack.kafka.nodes;
  await node!.kill();
  const logs = join(system.dataDir, 'data', 'kafka-1', 'log');
  const lost = (await readdir(logs)).filter((name) =>
    /^(outputs\.|__consumer_offsets-)/.test(name),
  );
  expect(lost.length).toBeGreaterThan(12);
  for (const name of lost) await rm(join(logs, name), { recursive: true });
  await node!.start();
}

test('events that Kafka acknowledged and lost before they were read are sent again and evaluated', async () => {
  const { gateway, evaluator, review } = system.stack.services;
  const readers = [...evaluator, ...review];
  await Promise.all(readers.map((replica) => replica.kill()));
  const project = uniqueName('Lost');
  for (let n = 0; n < OUTPUTS; n += 1) await submit(system.automation, { project, output: 'a' });
  await eventually(async () => {
    expect(await query('SELECT FROM gateway.submission_outbox')).toEqual([]);
  }, 30_000);

  await loseLogs();
  await Promise.all(readers.map((replica) => replica.start()));
  await eventually(async () => {
    expect(await search(system.automation, { project })).toMatchObject({ total: 0 });
  }, 30_000);
  // Simulates five minutes; the job runs when its gateway starts.
  await query(`UPDATE gateway.submissions SET accepted_at = accepted_at - interval '6 minutes'`);
  await gateway[0]!.kill();
  await gateway[0]!.start();

  await eventually(async () => {
    const found = await search(system.automation, { project, status: 'pass' });
    expect(found).toMatchObject({ total: OUTPUTS });
  }, 60_000);
}, 300_000);
