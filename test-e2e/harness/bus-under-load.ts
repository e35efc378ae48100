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
import { silentLog } from '@output-review/runtime/testing';

const KEYS = 200;

/** Events that go by an outbox and a relay, as those of a service do, to one reader. */
export interface BusUnderLoad {
  /** Everything that was written, in that order. */
  readonly written: readonly OutgoingEvent[];
  /** The ids of what the relay got acknowledged. */
  acknowledged(): readonly string[];
  /** What the reader handled, each once, in the order of its first effect. */
  handled(): readonly { readonly id: string; readonly key: string }[];
  /** Writes no more; resolves when all of it is acknowledged. */
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

/** Begins at once to write some five hundred events a second; Kafka may be away. */
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

/** The ids of events by their key, in the order of the events. */
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

/** An outbox of a test: what was written and not acknowledged. */
interface MemoryOutbox {
  readonly store: OutboxStore;
  add(events: readonly OutgoingEvent[]): StoredEvent[];
  /** The ids of what was acknowledged, in that order. */
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
