import { deadLetterTopic, defineTopics } from '@output-review/contracts';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { systemClock } from '../../../src/base/clock.ts';
import { makeDeadLetterOutbox } from '../../../src/messaging/dead-letter-outbox.ts';
import { makeDeadLetters } from '../../../src/messaging/dead-letters.ts';
import { ensureTopics } from '../../../src/messaging/kafka/ensure-topics.ts';
import type { KafkaBus } from '../../../src/messaging/kafka/kafka-bus.ts';
import { OutboxRelay } from '../../../src/messaging/outbox/outbox-relay.ts';
import { eventually } from '../../../src/testing/eventually.ts';
import { silentLog, silentTelemetry } from '../../../src/testing/silent-log.ts';
import { useRuntimeTables } from '../../postgres/runtime-tables.ts';
import { idsOf } from '../consumer-fixture.ts';
import { anEvent, someEvents } from '../sample-events.ts';
import { aTopic, defined, makeBus, stackKafka } from './stack-kafka.ts';

const MIB = 1024 * 1024;

const db = useRuntimeTables();
let bus: KafkaBus;
beforeEach(() => {
  bus = makeBus();
});
afterEach(() => bus.stop());

function ensure(...topics: readonly ReturnType<typeof defined>[]) {
  return ensureTopics({ kafka: stackKafka(), topics, replication: 1, log: silentLog });
}

const textOf = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));

test('sends a request that is too large for a partition in parts', async () => {
  const topic = aTopic();
  const config = { 'max.message.bytes': '100000' };
  await ensure(defined(topic, { partitions: 1, config }));
  const sent = someEvents(40, { topic, json: textOf(10_000) });
  const read: string[] = [];
  bus.subscribe({
    ...{ topic, group: 'readers', batchMax: 500 },
    handle: async (batch) => void read.push(...batch.map(({ id }) => id)),
  });
  await bus.start();

  await bus.send(sent);

  await eventually(() => expect(idsOf(sent)).toEqual([...new Set(read)].sort()), 15_000);
});

test('refuses an event that is too large for its topic, without affecting other topics', async () => {
  const [narrow, wide] = [aTopic(), aTopic()];
  const config = { 'max.message.bytes': '100000' };
  await ensure(defined(narrow, { config }), defined(wide));

  const sends = [
    bus.send([anEvent({ topic: wide })]),
    bus.send([anEvent({ topic: narrow, json: textOf(200_000) })]),
    bus.send(someEvents(100, { topic: wide })),
  ];

  const ends = (await Promise.allSettled(sends)).map(({ status }) => status);
  expect(ends).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('the dead-letter topic accepts the largest message with its reason, and very many small ones', async () => {
  const [topic, group] = [aTopic(), 'readers'];
  const [, letters] = defineTopics().filter((one) => one.topic.startsWith('outputs.deleted'));
  await ensure({ ...letters!, topic: deadLetterTopic(topic, group) });
  const reason = { code: 'REFUSED', reason: '€'.repeat(2_000), attempts: 1 } as const;
  const event = { ...anEvent({ topic }), topic, position: 'partition 3, offset 1042' };
  await makeDeadLetters(db()).add(group, { ...event, json: textOf(9 * MIB - 500) }, reason);
  for (let n = 0; n < 2_000; n += 1) {
    await makeDeadLetters(db()).add(group, { ...event, id: `small-${n}` }, reason);
  }
  const store = makeDeadLetterOutbox(db());
  const around = { log: silentLog, clock: systemClock, telemetry: silentTelemetry() };
  const relay = new OutboxRelay({ store, bus, ...around });

  await relay.drained();

  expect(await store.stats()).toMatchObject({ rows: 0 });
  await relay.stop();
}, 60_000);
