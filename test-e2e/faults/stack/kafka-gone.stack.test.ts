import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Topic } from '@output-review/contracts';
import { type KafkaCluster, startKafka } from '@output-review/native';
import { eventually, openTcpProxy, type TcpProxy } from '@output-review/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';

import {
  type BusUnderLoad,
  createTopic,
  idsByKey,
  startBusUnderLoad,
} from '../../harness/bus-under-load.ts';

// Source: the guarantees of the flow about half-open connections.
const NOTICED_MS_MAX = 15_000;
// Time for Kafka to restart and for its consumer group to rebalance.
const RECOVERED_MS_MAX = 60_000;

let dataDir: string;
let proxy: TcpProxy;
let cluster: KafkaCluster;
let topic: Topic;
let bus: BusUnderLoad | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-kafka-gone-'));
  const advertisedPortOf = async (_: number, port: number): Promise<number> => {
    proxy = await openTcpProxy(port);
    return proxy.port;
  };
  cluster = await startKafka({ nodes: 1, dataDir, advertisedPortOf });
}, 300_000);
beforeEach(async () => {
  topic = await createTopic(cluster.brokers, 1);
}, 60_000);
afterEach(async () => {
  await bus?.stop();
  bus = undefined;
}, 60_000);
afterAll(async () => {
  await cluster.kill();
  await proxy[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** Waits until all written events are handled, in order for each key. */
async function expectAllHandled({ written, handled }: BusUnderLoad): Promise<void> {
  await eventually(() => expect(handled()).toHaveLength(written.length), RECOVERED_MS_MAX);
  expect(idsByKey(handled())).toEqual(idsByKey(written));
}

test('a bus started before Kafka waits for it and keeps what is written meanwhile', async () => {
  await cluster.kill();
  bus = await startBusUnderLoad(cluster.brokers, topic);
  const { acknowledged, written } = bus;
  await eventually(() => expect(written.length).toBeGreaterThan(500));
  expect(acknowledged()).toEqual([]);

  await cluster.start();

  await eventually(() => expect(acknowledged().length).toBeGreaterThan(0), RECOVERED_MS_MAX);
  await bus.drain();
  await expectAllHandled(bus);
}, 200_000);

test('events written while Kafka is down are handled in order once it is back', async () => {
  bus = await startBusUnderLoad(cluster.brokers, topic);
  const { handled } = bus;
  await eventually(() => expect(handled().length).toBeGreaterThan(500), RECOVERED_MS_MAX);

  await cluster.kill();
  await delay(10_000);
  await cluster.start();

  await bus.drain();
  await expectAllHandled(bus);
}, 200_000);

test('producer and consumer detect a hanging connection within 15 s', async () => {
  bus = await startBusUnderLoad(cluster.brokers, topic);
  const { acknowledged, handled } = bus;
  await eventually(() => expect(handled().length).toBeGreaterThan(500), RECOVERED_MS_MAX);

  // New connections work, so a client that detects the hang can reconnect.
  proxy.holdOpen();
  const begunAt = performance.now();
  await delay(500);
  const before = { acknowledged: acknowledged().length, handled: handled().length };
  await eventually(() => {
    expect(acknowledged().length).toBeGreaterThan(before.acknowledged);
  }, NOTICED_MS_MAX + 5_000);
  expect(performance.now() - begunAt).toBeLessThan(NOTICED_MS_MAX);
  await eventually(() => {
    expect(handled().length).toBeGreaterThan(before.handled);
  }, NOTICED_MS_MAX + 10_000);

  await bus.drain();
  await expectAllHandled(bus);
}, 200_000);
