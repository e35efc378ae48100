import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type KafkaCluster, startKafka } from '@output-review/native';
import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { createTopic, idsByKey, startBusUnderLoad } from '../harness/bus-under-load.ts';

// Time for servers to recover and for a consumer group to rebalance.
const RECOVERED_MS_MAX = 60_000;

let dataDir: string;
let cluster: KafkaCluster;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-failover-'));
  cluster = await startKafka({ nodes: 3, dataDir });
}, 300_000);
afterAll(async () => {
  await cluster.kill();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

test('killing partition leaders under load loses no acknowledged event and keeps the order of each key', async () => {
  const topic = await createTopic(cluster.brokers, 3);
  const bus = await startBusUnderLoad(cluster.brokers, topic);
  const progress = () => Math.min(bus.acknowledged().length, bus.handled().length);
  await eventually(() => expect(progress()).toBeGreaterThan(1_000), RECOVERED_MS_MAX);

  // Each leads a third of the partitions, and one is the controller.
  for (const node of cluster.nodes) {
    const before = progress();
    await node.kill();
    await eventually(() => expect(progress()).toBeGreaterThan(before + 1_000), RECOVERED_MS_MAX);
    await node.start();
  }
  await bus.drain();

  const written = bus.written.map(({ id }) => id);
  expect(bus.acknowledged().toSorted()).toEqual(written.toSorted());
  await eventually(() => {
    const handled = new Set(bus.handled().map(({ id }) => id));
    expect(written.filter((id) => !handled.has(id))).toEqual([]);
  }, RECOVERED_MS_MAX);
  expect(idsByKey(bus.handled())).toEqual(idsByKey(bus.written));
  await bus.stop();
}, 400_000);
