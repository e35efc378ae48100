import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { EVENT_BYTES_MAX, outputsDeleted, type Topic } from '@output-review/contracts';
import { type KafkaCluster, startKafka } from '@output-review/native';
import {
  ensureTopics,
  type IncomingEvent,
  KafkaBus,
  makeOutboxRelay,
  newId,
  type OutgoingEvent,
  systemClock,
} from '@output-review/runtime';
import { eventually, silentLog } from '@output-review/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { makeMemoryOutbox } from './memory-outbox.ts';

const KEYS = 200;
// As servers that recover, and the members of a group that find each other again, may take together.
const RECOVERY_MS_MAX = 60_000;

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

let topic: Topic;
let buses: KafkaBus[];
beforeEach(async () => {
  buses = [];
  topic = `test.${newId()}` as Topic;
  const config = { 'max.message.bytes': String(EVENT_BYTES_MAX) };
  await ensureTopics({
    ...{ kafka: kafka(), replication: 3, log: silentLog },
    topics: [{ topic, partitions: 12, config }],
  });
}, 60_000);
afterEach(() => Promise.all(buses.map((bus) => bus.stop())));

const kafka = () => ({
  ...{ brokers: cluster.brokers.split(','), clientId: 'test', tls: false, sasl: null },
});
const openBus = (): KafkaBus => {
  const bus = new KafkaBus({ kafka: kafka(), topics: [], log: silentLog, clock: systemClock });
  buses.push(bus);
  return bus;
};

test('no acknowledged event is missing when leaders are killed under load, and each key keeps its order', async () => {
  const reader = openBus();
  const firstSeen = new Map<string, string[]>();
  const seen = new Set<string>();
  reader.subscribe({
    ...{ topic, group: 'reader', batchMax: 500 },
    handle: async (batch: readonly IncomingEvent[]) => {
      for (const { id, key } of batch) {
        if (seen.has(id)) continue;
        seen.add(id);
        firstSeen.set(key, [...(firstSeen.get(key) ?? []), id]);
      }
    },
  });
  await reader.start();
  const load = startLoad(openBus());

  for (const node of cluster.nodes) {
    const before = { sent: load.acknowledged().length, seen: seen.size };
    await node.kill();
    await eventually(() => {
      expect(load.acknowledged().length).toBeGreaterThan(before.sent + 2_000);
      expect(seen.size).toBeGreaterThan(before.seen + 2_000);
    }, RECOVERY_MS_MAX);
    await node.start();
  }
  const written = await load.stop();

  const acknowledged = load.acknowledged();
  expect(acknowledged.toSorted()).toEqual(written.map(({ id }) => id).sort());
  await eventually(
    () => expect(acknowledged.filter((id) => !seen.has(id))).toEqual([]),
    RECOVERY_MS_MAX,
  );
  for (const [key, ids] of firstSeen) {
    expect(ids).toEqual(written.filter((event) => event.key === key).map(({ id }) => id));
  }
}, 300_000);

/** Writes events of many keys to an outbox, and lets a relay send them, as a service does. */
function startLoad(bus: KafkaBus) {
  const outbox = makeMemoryOutbox();
  const common = { log: silentLog, clock: systemClock };
  const relay = makeOutboxRelay({ store: outbox.store, bus, ...common, bytesInFlightMax: 4e6 });
  const written: OutgoingEvent[] = [];
  let isStopped = false;
  const writing = (async () => {
    while (!isStopped) {
      const events = Array.from({ length: 25 }, (_, index) => anEvent(written.length + index));
      written.push(...events);
      relay.handOver(outbox.add(events));
      await delay(25);
    }
  })();
  return {
    acknowledged: () => outbox.acknowledged,
    stop: async (): Promise<readonly OutgoingEvent[]> => {
      isStopped = true;
      await writing;
      await relay.drained();
      await relay.stop();
      return written;
    },
  };
}

function anEvent(number: number): OutgoingEvent {
  return {
    topic,
    key: `w/${number % KEYS}`,
    id: newId(),
    source: 'test',
    time: '2026-01-02T03:05:00.000Z',
    traceparent: null,
    json: JSON.stringify({ ...outputsDeleted.examples.valid, sequence: number + 1 }),
  };
}
