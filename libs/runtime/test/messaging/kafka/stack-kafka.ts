import type { Topic, TopicDefinition } from '@output-review/contracts';

import { systemClock } from '../../../src/base/clock.ts';
import { newId } from '../../../src/base/new-id.ts';
import { ensureTopics } from '../../../src/messaging/kafka/ensure-topics.ts';
import { KafkaBus, type KafkaBusOptions } from '../../../src/messaging/kafka/kafka-bus.ts';
import { type KafkaOptions, makeKafka } from '../../../src/messaging/kafka/kafka-client.ts';
import { eventually } from '../../../src/testing/eventually.ts';
import { silentLog } from '../../../src/testing/silent-log.ts';

/** The Kafka of the stack's tests. */
export function stackKafka(): KafkaOptions {
  const brokers = process.env['STACK_KAFKA_BROKERS'];
  if (brokers === undefined) throw new Error('STACK_KAFKA_BROKERS is not set: npm run test:stack');
  return { brokers: brokers.split(','), tls: null, sasl: null, clientId: 'test' };
}

/** A new topic for a test. No service reads it. */
export function aTopic(): Topic {
  return `test.${newId()}` as Topic;
}

export function defined(
  topic: string,
  { partitions = 3, config = {} }: Partial<TopicDefinition> = {},
): TopicDefinition {
  return { topic, partitions, config: { 'max.message.bytes': '9437184', ...config } };
}

/** Resolves when the topics take events: a broker may announce its leadership before it acts on it. */
export async function createTopics(...topics: readonly string[]): Promise<void> {
  await ensureTopics({
    kafka: stackKafka(),
    topics: topics.map((topic) => defined(topic)),
    replication: 1,
    log: silentLog,
  });
  const admin = makeKafka(stackKafka(), silentLog).admin();
  await admin.connect();
  try {
    for (const topic of topics) {
      await eventually(() => admin.fetchTopicOffsets(topic));
    }
  } finally {
    await admin.disconnect();
  }
}

export function makeBus(options: Partial<KafkaBusOptions> = {}): KafkaBus {
  const common = { kafka: stackKafka(), log: silentLog, clock: systemClock };
  return new KafkaBus({ ...common, topics: [], ...options });
}
