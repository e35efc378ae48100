import { deadLetterTopic } from '@output-review/contracts';
import { expect, test } from '@jest/globals';

import { systemClock } from '../../../src/base/clock.ts';
import { newId } from '../../../src/base/new-id.ts';
import { makeDeadLetterOutbox } from '../../../src/messaging/dead-letter-outbox.ts';
import { makeDeadLetters } from '../../../src/messaging/dead-letters.ts';
import { makeKafka } from '../../../src/messaging/kafka/kafka-client.ts';
import { openConsumer } from '../../../src/messaging/kafka/kafka-consumer.ts';
import type { KafkaRecord } from '../../../src/messaging/kafka/kafka-message.ts';
import { OutboxRelay } from '../../../src/messaging/outbox/outbox-relay.ts';
import { eventually } from '../../../src/testing/eventually.ts';
import { silentLog, silentTelemetry } from '../../../src/testing/silent-log.ts';
import { useRuntimeTables } from '../../postgres/runtime-tables.ts';
import { anEvent } from '../sample-events.ts';
import { aTopic, createTopics, makeBus, stackKafka } from './stack-kafka.ts';

const db = useRuntimeTables();

test('a dead letter is in its own topic, unchanged and with its reason', async () => {
  const [topic, group] = [aTopic(), 'readers'];
  const letterTopic = deadLetterTopic(topic, group);
  await createTopics(letterTopic);
  const bus = makeBus();
  const store = makeDeadLetterOutbox(db());
  const around = { log: silentLog, clock: systemClock, telemetry: silentTelemetry() };
  const relay = new OutboxRelay({ store, bus, ...around });
  const event = { ...anEvent({ json: '{"half":' }), topic, position: 'partition 3, offset 1042' };
  const reason = { code: 'UNDECODABLE', reason: 'ist kein JSON – ü', attempts: 0 } as const;

  await makeDeadLetters(db()).add(group, event, reason);
  await relay.drained();

  const [letter] = await readAll(letterTopic);
  expect(letter?.key?.toString()).toBe(event.key);
  expect(letter?.value?.toString()).toBe(event.json);
  const headers = Object.entries(letter?.headers ?? {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  expect(Object.fromEntries(headers)).toMatchObject({
    ce_id: event.id,
    ce_type: topic,
    ce_source: event.source,
    ce_time: event.time,
    dead_letter_topic: topic,
    dead_letter_position: event.position,
    dead_letter_group: group,
    dead_letter_code: 'UNDECODABLE',
    dead_letter_reason: reason.reason,
    dead_letter_attempts: '0',
  });
  await relay.stop();
  await bus.stop();
});

/** The messages of a topic, read by a separate group, as Kafka's tools would show them. */
async function readAll(topic: string): Promise<KafkaRecord[]> {
  const records: KafkaRecord[] = [];
  const consumer = await openConsumer(makeKafka(stackKafka(), silentLog), {
    topic,
    groupId: newId(),
    onSettling: () => {},
    onAssigned: () => {},
    onLost: () => {},
    onBatch: async (batch) => void records.push(...batch.records),
    signal: new AbortController().signal,
  });
  await eventually(() => expect(records.length).toBeGreaterThan(0), 10_000);
  await consumer.close();
  return records;
}
