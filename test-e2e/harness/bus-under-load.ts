import { setTimeout as delay } from 'node:timers/promises';

import { EVENT_BYTES_MAX, type Topic } from '@output-review/contracts';
import {
  OutboxRelay,
  newId,
  type OutboxStore,
  type OutgoingEvent,
  type StoredEvent,
  systemClock,
} from '@output-review/runtime';
import { ensureTopics, KafkaBus } from '@output-review/runtime/kafka';
import { silentLog, silentTelemetry } from '@output-review/runtime/testing';

const KEYS = 200;

/** Events that go through an outbox and a relay to one consumer, like those of a service. */
export interface BusUnderLoad {
  /** All events written, in order. */
  readonly written: readonly OutgoingEvent[];
  /** The IDs that the bus acknowledged to the relay. */
  acknowledged(): readonly string[];
  /** The events handled by the consumer, without duplicates, in the order of first handling. */
  handled(): readonly { readonly id: string; readonly key: string }[];
  /** Stops writing and resolves when everything is acknowledged. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export async function createTopic(brokers: string, replication: number): Promise<Topic> {
  const topic = `test.${newId()}` as Topic;
  const config = { 'max.message.bytes': String(EVENT_BYTES_MAX) };
  await ensureTopics({
    ...{ kafka: kafkaAt(brokers), replication, log: silentLog },
    topics: [{ topic, partitions: 12, config }],
  });
  return topic;
}

/** Starts to write about five hundred events per second. Kafka may be down. */
export async function startBusUnderLoad(brokers: string, topic: Topic): Promise<BusUnderLoad> {
  const [sending, reading] = [openBus(brokers), openBus(brokers)];
  const handled = new Map<string, { id: string; key: string }>();
  reading.subscribe({
    ...{ topic, group: newId(), batchMax: 500 },
    handle: async (batch) => {
      for (const event of batch) if (!handled.has(event.id)) handled.set(event.id, event);
    },
  });
  await reading.start();

  const outbox = makeMemoryOutbox();
  const relay = new OutboxRelay({
    ...{ store: outbox.store, bus: sending, log: silentLog, clock: systemClock },
    telemetry: silentTelemetry(),
  });
  const written: OutgoingEvent[] = [];
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) {
      const events = Array.from({ length: 10 }, (_, n) => anEvent(topic, written.length + n));
      written.push(...events);
      relay.dispatch(outbox.add(events));
      await delay(20);
    }
  })();
  const endWriting = (): Promise<void> => {
    isWriting = false;
    return writing;
  };
  return {
    written,
    acknowledged: () => outbox.acknowledged,
    handled: () => [...handled.values()],
    drain: async () => {
      await endWriting();
      await relay.drained();
    },
    stop: async () => {
      await endWriting();
      await relay.stop();
      await Promise.all([sending.stop(), reading.stop()]);
    },
  };
}

/** The IDs of events by key, in the order of the events. */
export function idsByKey(
  events: readonly { readonly id: string; readonly key: string }[],
): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, key } of events) ids.set(key, [...(ids.get(key) ?? []), id]);
  return ids;
}

function openBus(brokers: string): KafkaBus {
  return new KafkaBus({
    ...{ kafka: kafkaAt(brokers), topics: [], log: silentLog, clock: systemClock },
  });
}

const kafkaAt = (brokers: string) => ({
  ...{ brokers: brokers.split(','), clientId: 'test', tls: null, sasl: null },
});

function anEvent(topic: Topic, number: number): OutgoingEvent {
  return {
    ...{ topic, key: `w/${number % KEYS}`, id: newId(), source: 'test', traceparent: null },
    time: '2026-01-02T03:05:00.000Z',
    json: JSON.stringify({ number }),
  };
}

/** An in-memory outbox with the unacknowledged events. */
interface MemoryOutbox {
  readonly store: OutboxStore;
  add(events: readonly OutgoingEvent[]): StoredEvent[];
  /** The acknowledged IDs, in order. */
  readonly acknowledged: string[];
}

function makeMemoryOutbox(): MemoryOutbox {
  const rows = new Map<string, StoredEvent>();
  const acknowledged: string[] = [];
  let seq = 0;
  return {
    acknowledged,
    add: (events) =>
      events.map((event) => {
        seq += 1;
        const row = { ...event, seq: String(seq) };
        rows.set(row.seq, row);
        return row;
      }),
    store: {
      claim: async ({ rowsMax, after }, exclude) =>
        [...rows.values()]
          .filter((row) => Number(row.seq) > Number(after ?? 0) && !exclude.includes(row.seq))
          .slice(0, rowsMax),
      remove: async (seqs) => {
        for (const one of seqs) {
          const row = rows.get(one);
          if (row) acknowledged.push(row.id);
          rows.delete(one);
        }
      },
      release: async () => {},
      stats: async () => ({ rows: rows.size, oldestMs: 0 }),
    },
  };
}
