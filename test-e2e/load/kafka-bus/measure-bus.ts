import { setTimeout as delay } from 'node:timers/promises';

import { defineTopics, PARTITIONS_DEFAULT, TOPICS } from '@output-review/contracts';
import { makeLogger, type OutgoingEvent, systemClock } from '@output-review/runtime';
import { ensureTopics, KafkaBus } from '@output-review/runtime/kafka';

import { percentile } from '../percentile.ts';

const EVENTS = 200_000;
// As many as a relay sends at once, and as many sends as it has on their way.
const BATCH = 500;
const SENDS = 8;
const LONE_EVENTS = 200;
const topic = TOPICS.outputsDecided;
const idleTopic = TOPICS.outputsFlagged;

/** Sends events of 1 KB, reads them, then sends some one by one; tells the rates and the times. */
export async function measureBus(brokers: string, print: (line: string) => void): Promise<void> {
  const log = makeLogger({ service: 'bench', level: 'warn' });
  const kafka = { brokers: brokers.split(','), clientId: 'bench', tls: false, sasl: null };
  await ensureTopics({ kafka, topics: defineTopics(), replication: 1, log });
  const bus = new KafkaBus({ kafka, topics: [topic], log, clock: systemClock });

  print(`${EVENTS} events of 1 KB, ${PARTITIONS_DEFAULT} partitions, one broker`);
  print(`out: ${await rateOf(() => sendAll(bus))}`);
  print(`in, with joining the group: ${await rateOf(() => readAll(bus))}`);
  const times = await timesOfLoneEvents(bus);
  print(`a lone event, from send to handler: p50 ${at(times, 50)}, p95 ${at(times, 95)}`);
  await bus.stop();
}

async function rateOf(work: () => Promise<void>): Promise<string> {
  const [begunAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - begunAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMicros = Math.round((user + system) / EVENTS);
  return `${Math.round(EVENTS / seconds)}/s, ${cpuMicros} µs of processor an event`;
}

async function sendAll(bus: KafkaBus): Promise<void> {
  let sent = 0;
  const sendSome = async (): Promise<void> => {
    while (sent < EVENTS) {
      const from = sent;
      sent += BATCH;
      await sendOne(
        bus,
        Array.from({ length: BATCH }, (_, n) => anEvent(topic, from + n)),
      );
    }
  };
  await Promise.all(Array.from({ length: SENDS }, sendSome));
}

/** As a relay does: a broker that has just been given a partition refuses it for a moment. */
async function sendOne(bus: KafkaBus, events: readonly OutgoingEvent[]): Promise<void> {
  for (;;) {
    try {
      await bus.send(events);
      return;
    } catch {
      await delay(100);
    }
  }
}

async function readAll(bus: KafkaBus): Promise<void> {
  let seen = 0;
  const { promise, resolve } = deferred();
  const handle = async (batch: readonly unknown[]): Promise<void> => {
    seen += batch.length;
    if (seen >= EVENTS) resolve();
  };
  bus.subscribe({ topic, group: 'bench', batchMax: 250, handle });
  await bus.start();
  await promise;
}

async function timesOfLoneEvents(bus: KafkaBus): Promise<number[]> {
  let handled = deferred();
  const handle = async (): Promise<void> => handled.resolve();
  bus.subscribe({ topic: idleTopic, group: 'bench', batchMax: 250, handle });
  const times: number[] = [];
  // The first one finds the group still joining.
  for (let number = 0; number <= LONE_EVENTS; number += 1) {
    handled = deferred();
    const begunAt = performance.now();
    await sendOne(bus, [anEvent(idleTopic, number)]);
    await handled.promise;
    if (number > 0) times.push(performance.now() - begunAt);
    await delay(30);
  }
  return times;
}

const at = (times: readonly number[], percent: number): string =>
  `${percentile(times, percent).toFixed(1)} ms`;

function anEvent(to: OutgoingEvent['topic'], number: number): OutgoingEvent {
  return {
    ...{ topic: to, key: `w/${number}`, id: `w/${number}`, source: 'bench', traceparent: null },
    time: '2026-01-02T03:05:00.000Z',
    json: JSON.stringify({ number, text: TEXT }),
  };
}

const TEXT = 'You will get your money back on Friday. '.repeat(25);

function deferred() {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
