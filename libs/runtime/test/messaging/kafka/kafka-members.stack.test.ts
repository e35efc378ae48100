import { setTimeout as delay } from 'node:timers/promises';

import type { Topic } from '@output-review/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Logger } from '../../../src/base/logger.ts';
import { newId } from '../../../src/base/new-id.ts';
import type { Bus, IncomingEvent, Subscription } from '../../../src/messaging/bus.ts';
import type { KafkaBus } from '../../../src/messaging/kafka/kafka-bus.ts';
import { eventually } from '../../../src/testing/eventually.ts';
import { silentLog } from '../../../src/testing/silent-log.ts';
import { idsOf } from '../consumer-fixture.ts';
import { recorder } from '../recorder.ts';
import { someEvents } from '../sample-events.ts';
import { aTopic, createTopics, makeBus } from './stack-kafka.ts';

// How long a member that dies silently can stall the group: its session of six seconds, plus the rebalance.
const STALL_MS_MAX = 10_000;

let topic: Topic;
let group: string;
let buses: KafkaBus[];
beforeEach(async () => {
  topic = aTopic();
  group = newId();
  buses = [];
  await createTopics(topic);
});
afterEach(() => Promise.all(buses.map((bus) => bus.stop())));

const startBus = async (log: Logger = silentLog): Promise<KafkaBus> => {
  const bus = makeBus({ log });
  buses.push(bus);
  await bus.start();
  return bus;
};
const subscribe = (bus: Bus, handle: Subscription['handle'], rest: Partial<Subscription> = {}) =>
  bus.subscribe({ topic, group, batchMax: 100, handle, ...rest });

/** Records the partitions assigned to a member, by topic. */
function logOfAssigned(assigned: Map<string, readonly number[]>): Logger {
  const ofTopic = (topic: string): Logger => ({
    ...silentLog,
    info: (fields, message) => {
      if (message !== 'consumer was assigned partitions') return;
      assigned.set(topic, (fields as { partitions: readonly number[] }).partitions);
    },
  });
  const log: Logger = {
    ...silentLog,
    child: ({ topic: of }) => (typeof of === 'string' ? ofTopic(of) : log),
  };
  return log;
}

describe('the members of a group', () => {
  test('share its partitions; one that joins and leaves under load loses nothing and causes no long stall', async () => {
    const counts = new Map<string, number>();
    const handledAt: number[] = [];
    const byMember = [0, 0];
    const handle = (member: number) => async (batch: readonly IncomingEvent[]) => {
      for (const { id } of batch) counts.set(id, (counts.get(id) ?? 0) + 1);
      handledAt.push(performance.now());
      byMember[member]! += batch.length;
    };
    const bus = await startBus();
    subscribe(bus, handle(0));
    const sent: string[] = [];
    const load = keepSending(bus, topic, (ids) => sent.push(...ids));
    await eventually(() => expect(byMember[0]).toBeGreaterThan(0));

    const second = subscribe(await startBus(), handle(1));
    await eventually(() => expect(byMember[1]).toBeGreaterThan(200), 15_000);
    await second.close();
    const whenLeft = byMember[0]!;
    await eventually(() => expect(byMember[0]).toBeGreaterThan(whenLeft + 200), 15_000);
    await load.stop();

    await eventually(() => expect([...counts.keys()].sort()).toEqual(sent.toSorted()), 15_000);
    const gaps = handledAt.slice(1).map((at, index) => at - handledAt[index]!);
    expect(Math.max(...gaps)).toBeLessThan(STALL_MS_MAX);
    // Both finished their current batches before the rebalance.
    expect([...counts.values()].filter((count) => count > 1)).toEqual([]);
  }, 60_000);

  test('in one process have the same partitions of every topic', async () => {
    const topics = [topic, aTopic(), aTopic()];
    await createTopics(...topics);
    const members = Array.from({ length: 3 }, () => new Map<string, readonly number[]>());
    for (const assigned of members) {
      const bus = await startBus(logOfAssigned(assigned));
      for (const each of topics) subscribe(bus, recorder().handle, { topic: each });
    }

    await eventually(() => {
      for (const assigned of members) {
        const [first] = assigned.values();
        expect(first).toHaveLength(1);
        expect([...assigned.values()]).toEqual(topics.map(() => first));
      }
    });
  }, 40_000);

  test('keep their partitions while a handler waits out an outage, and give the batch up for a new member', async () => {
    const bus = await startBus();
    const waits: AbortSignal[] = [];
    let isOver = false;
    const [first, second] = [recorder(), recorder()];
    const wait = async (batch: readonly IncomingEvent[], signal: AbortSignal) => {
      waits.push(signal);
      while (!isOver && !signal.aborted) await delay(20);
      if (signal.aborted) throw new Error('given up');
      await first.handle(batch, signal);
    };
    subscribe(bus, wait);
    const sent = someEvents(30, { topic });
    await bus.send(sent);
    await eventually(() => expect(waits).toHaveLength(1));

    // Longer than a session.
    await delay(8_000);
    expect(waits).toHaveLength(1);
    expect(waits[0]?.aborted).toBe(false);
    subscribe(await startBus(), second.handle);
    await eventually(() => expect(waits[0]?.aborted).toBe(true));
    isOver = true;

    await eventually(() => {
      expect(idsOf([...first.of(sent), ...second.of(sent)])).toEqual(idsOf(sent));
    }, 15_000);
  }, 40_000);
});

describe('a member that leaves', () => {
  const key = 'w/one';
  const leave = async (committed: Promise<void>) => {
    const begun: string[] = [];
    const leaving = await startBus();
    const handle = subscribe(leaving, async (batch) => {
      begun.push(...idsOf(batch));
      return { committed };
    });
    const sent = someEvents(10, { topic, key });
    await leaving.send(sent);
    await eventually(() => expect(begun.sort()).toEqual(idsOf(sent)));
    const beganAt = performance.now();
    await handle.close();
    return { sent, tookMs: performance.now() - beganAt };
  };

  test('waits for a pending effect and commits it', async () => {
    const { sent } = await leave(delay(500));
    const next = recorder();
    const bus = await startBus();
    subscribe(bus, next.handle);
    const later = someEvents(1, { topic, key });
    await bus.send(later);

    await eventually(() => expect(next.of(later)).toHaveLength(1), 15_000);
    expect(next.of(sent)).toEqual([]);
  });

  test('waits at most a second for an effect that does not end, and its events are redelivered', async () => {
    const { sent, tookMs } = await leave(new Promise(() => {}));
    const next = recorder();
    subscribe(await startBus(), next.handle);

    expect(tookMs).toBeLessThan(4_000);
    await eventually(() => expect(idsOf(next.of(sent))).toEqual(idsOf(sent)), 15_000);
  });
});

describe('the lag', () => {
  test('counts events that were written but not handled, even if nothing was fetched yet', async () => {
    const bus = await startBus();
    let isOpen = false;
    const handle = subscribe(
      bus,
      async (_, signal) => {
        while (!isOpen && !signal.aborted) await delay(10);
        if (signal.aborted) throw new Error('given up');
      },
      { batchMax: 10 },
    );
    expect(handle.lag()).toBe(0);
    await bus.send(someEvents(50, { topic }));
    await eventually(() => expect(handle.lag()).toBeGreaterThan(0));

    // They arrive while the first batch is being handled, so no fetch reports them.
    await bus.send(someEvents(70, { topic }));
    await eventually(() => expect(handle.lag()).toBe(120), 12_000);
    isOpen = true;

    await eventually(() => expect(handle.lag()).toBe(0));
  }, 30_000);
});

test('handles a single event within moments', async () => {
  const bus = await startBus();
  let handled = (): void => {};
  subscribe(bus, async () => handled());
  const times: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const done = new Promise<void>((resolve) => (handled = resolve));
    const began = performance.now();
    await bus.send(someEvents(1, { topic }));
    await done;
    times.push(performance.now() - began);
    await delay(30);
  }

  expect(times.toSorted((one, other) => one - other)[15]).toBeLessThan(60);
});

/** Sends a few events every few milliseconds until it is stopped. */
function keepSending(bus: Bus, topic: Topic, onSent: (ids: string[]) => void) {
  let isStopped = false;
  const sending = (async () => {
    while (!isStopped) {
      const events = someEvents(10, { topic });
      await bus.send(events);
      onSent(events.map(({ id }) => id));
      await delay(10);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await sending;
    },
  };
}
