import { setTimeout as delay } from 'node:timers/promises';

import { defineTopics, PARTITIONS_DEFAULT, TOPICS } from '@output-review/contracts';
import { startKafka } from '@output-review/native';
import { makeLogger, type OutgoingEvent, systemClock } from '@output-review/runtime';
import { ensureTopics, KafkaBus } from '@output-review/runtime/kafka';

import { type Bench, runBench } from '../frame/bench.ts';
import { milliseconds, percentile, perSecond } from '../frame/report.ts';

const EVENTS = 200_000;
// The batch size of a relay, and the number of sends it keeps in flight.
const BATCH = 500;
const SENDS = 8;
const SINGLE_EVENTS = 200;
const topic = TOPICS.outputsDecided;
const idleTopic = TOPICS.outputsFlagged;
const TEXT = 'You will get your money back on Friday. '.repeat(25);

// Measures the throughput of the bus with 1 KB events on a single Kafka node, and the latency of a single event.
await runBench({
  options: {},
  beside: 'broker on the same cores',
  run: async (bench) => {
    const dataDir = bench.folder;
    const cluster = await startKafka({ nodes: 1, dataDir, signal: bench.signal });
    bench.onEnd('Kafka', () => cluster.kill());
    await measureBus(bench, cluster.brokers);
    return true;
  },
});

/** Sends and reads events of 1 KB, then sends some one by one. Prints rates and latencies. */
async function measureBus(bench: Bench, brokers: string): Promise<void> {
  const log = makeLogger({ service: 'bench', level: 'warn' });
  const kafka = { brokers: brokers.split(','), clientId: 'bench', tls: null, sasl: null };
  await ensureTopics({ kafka, topics: defineTopics(), replication: 1, log });
  const bus = new KafkaBus({ kafka, topics: [topic], log, clock: systemClock });
  bench.onEnd('bus', () => bus.stop());

  bench.print(`${EVENTS} events of 1 KB, ${PARTITIONS_DEFAULT} partitions, one broker`);
  bench.print(`send: ${await rateOf(() => sendAll(bus))}`);
  bench.print(`receive, including the group join: ${await rateOf(() => readAll(bus))}`);
  const times = await timesOfSingleEvents(bus);
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)].map(milliseconds);
  bench.print(`single event, from send to handler: p50 ${p50}, p95 ${p95}`);
}

async function rateOf(work: () => Promise<void>): Promise<string> {
  const [begunAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - begunAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMicros = Math.round((user + system) / EVENTS);
  return `${perSecond(EVENTS / seconds)}, ${cpuMicros} µs of CPU time per event`;
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

/** Retries like a relay: a broker that was just assigned a partition refuses sends for a moment. */
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

async function timesOfSingleEvents(bus: KafkaBus): Promise<number[]> {
  let handled = deferred();
  const handle = async (): Promise<void> => handled.resolve();
  bus.subscribe({ topic: idleTopic, group: 'bench', batchMax: 250, handle });
  const times: number[] = [];
  // The first event is not counted, because the group is still joining.
  for (let number = 0; number <= SINGLE_EVENTS; number += 1) {
    handled = deferred();
    const begunAt = performance.now();
    await sendOne(bus, [anEvent(idleTopic, number)]);
    await handled.promise;
    if (number > 0) times.push(performance.now() - begunAt);
    await delay(30);
  }
  return times;
}

function anEvent(to: OutgoingEvent['topic'], number: number): OutgoingEvent {
  return {
    ...{ topic: to, key: `w/${number}`, id: `w/${number}`, source: 'bench', traceparent: null },
    time: '2026-01-02T03:05:00.000Z',
    json: JSON.stringify({ number, text: TEXT }),
  };
}

function deferred() {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
