import kafkajs, {
  type Admin,
  Kafka,
  type logCreator,
  logLevel,
  Partitioners,
  type Producer,
  type SASLOptions,
} from 'kafkajs';

import type { Logger } from '../../log/logger.ts';
import type { KafkaOptions } from './kafka-options.ts';
import type { KafkaMessage } from './kafka-message.ts';

const CONNECT_MS_MAX = 3_000;
// A request that gets no answer for so long tells of a connection that is dead and not closed. Source:
// flow, "noticed within 15 s", less the time to connect anew.
const REQUEST_MS_MAX = 10_000;
// How long the leader waits for its followers before it says that they lack the messages.
const ACKNOWLEDGE_MS_MAX = 8_000;
// New partitions of a topic are noticed after that.
const METADATA_MS_MAX = 60_000;

/** Makes a client of kafkajs. It connects when something is opened on it. */
export function makeKafka({ brokers, tls, sasl, clientId }: KafkaOptions, log: Logger): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ssl: tls,
    ...(sasl && { sasl: toSaslOptions(sasl) }),
    connectionTimeout: CONNECT_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    // Each broker of the list once; whoever calls tries again.
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: brokers.length - 1 },
    logLevel: logLevel.WARN,
    logCreator: toLogCreator(log),
  });
}

// Spelled out, because kafkajs ties each mechanism to a type of its own.
function toSaslOptions({ mechanism, ...rest }: NonNullable<KafkaOptions['sasl']>): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...rest };
    case 'scram-sha-256':
      return { mechanism, ...rest };
    case 'scram-sha-512':
      return { mechanism, ...rest };
  }
}

// It calls every broken connection an error, and repeats itself. What matters is logged by those who
// call it; its own words are for those who look closer.
const toLogCreator =
  (log: Logger): logCreator =>
  () =>
  ({ namespace, log: { message, error, broker, groupId } }) =>
    log.debug(
      {
        from: namespace,
        broker: broker as unknown,
        groupId: groupId as unknown,
        said: error as unknown,
      },
      `kafkajs: ${message}`,
    );

/** Sends batches of messages; one at a time, else the partitions asked for mix. */
export interface KafkaProducer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  /**
   * Resolves when all in-sync replicas of every partition concerned have the messages. Rejects where
   * one may not have them; others may have been stored.
   */
  produce(messages: readonly KafkaMessage[]): Promise<void>;
}

/**
 * Makes a producer that tries once. kafkajs's own tries are not safe: when a leader moves between two
 * of them it skips brokers that have answered before, and resolves although messages were never sent.
 */
export function makeProducer(kafka: Kafka): KafkaProducer {
  const choose = Partitioners.DefaultPartitioner();
  let unanswered = new Set<string>();
  const producer: Producer = kafka.producer({
    allowAutoTopicCreation: false,
    metadataMaxAge: METADATA_MS_MAX,
    retry: { retries: 0 },
    createPartitioner: () => (choice) => {
      const partition = choose(choice);
      unanswered.add(`${choice.topic}/${partition}`);
      return partition;
    },
  });
  return {
    connect: () => producer.connect(),
    disconnect: () => producer.disconnect(),
    produce: async (messages) => {
      unanswered = new Set();
      const answers = await producer.sendBatch({
        acks: -1,
        timeout: ACKNOWLEDGE_MS_MAX,
        topicMessages: byTopic(messages),
      });
      for (const { topicName, partition } of answers)
        unanswered.delete(`${topicName}/${partition}`);
      if (unanswered.size === 0) return;
      throw new Error(`Kafka did not answer for ${[...unanswered].join(', ')}`);
    },
  };
}

function byTopic(messages: readonly KafkaMessage[]) {
  const topics = new Map<string, KafkaMessage[]>();
  for (const message of messages) {
    const ofTopic = topics.get(message.topic);
    if (ofTopic) ofTopic.push(message);
    else topics.set(message.topic, [message]);
  }
  return [...topics].map(([topic, ofTopic]) => ({ topic, messages: ofTopic }));
}

/** A topic as it stands. */
export interface TopicState {
  readonly topic: string;
  readonly partitions: number;
  /** Copies of the partition that has the fewest. */
  readonly replication: number;
}

export interface NewTopic {
  readonly topic: string;
  readonly partitions: number;
  readonly replication: number;
  readonly config: Readonly<Record<string, string>>;
}

/** Where a group stands in a partition. */
export interface PartitionOffsets {
  readonly partition: number;
  /** The offset of the next event to be written. */
  readonly end: number;
  /** The offset of the next event to be handled. */
  readonly next: number;
}

export interface KafkaAdmin {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  countBrokers(): Promise<number>;
  /** Those topics that there are. */
  findTopics(topics: readonly string[]): Promise<TopicState[]>;
  /** Creates topics; one that there is already is no failure. */
  createTopics(topics: readonly NewTopic[]): Promise<void>;
  addPartitions(topic: string, count: number): Promise<void>;
  /** Settings of topics, by topic and name. */
  readConfigs(
    topics: readonly string[],
    names: readonly string[],
  ): Promise<Map<string, Record<string, string>>>;
  readOffsets(topic: string, groupId: string): Promise<PartitionOffsets[]>;
}

export function makeAdmin(kafka: Kafka): KafkaAdmin {
  const admin = kafka.admin();
  return {
    connect: () => admin.connect(),
    disconnect: () => admin.disconnect(),
    countBrokers: async () => (await admin.describeCluster()).brokers.length,
    findTopics: (topics) => findTopics(admin, topics),
    createTopics: async (topics) => {
      const wanted = topics.map(({ topic, partitions, replication, config }) => ({
        topic,
        numPartitions: partitions,
        replicationFactor: replication,
        configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
      }));
      await admin.createTopics({ topics: wanted, timeout: ACKNOWLEDGE_MS_MAX });
    },
    addPartitions: async (topic, count) => {
      await admin.createPartitions({ topicPartitions: [{ topic, count }] });
    },
    readConfigs: (topics, names) => readConfigs(admin, topics, names),
    readOffsets: (topic, groupId) => readOffsets(admin, topic, groupId),
  };
}

async function findTopics(admin: Admin, wanted: readonly string[]): Promise<TopicState[]> {
  // Asked for one topic that is not there kafkajs tells of none.
  const there = new Set(await admin.listTopics());
  const topics = wanted.filter((topic) => there.has(topic));
  if (topics.length === 0) return [];
  const metadata = await admin.fetchTopicMetadata({ topics });
  return metadata.topics.map(({ name, partitions }) => ({
    topic: name,
    partitions: partitions.length,
    replication: Math.min(...partitions.map(({ replicas }) => replicas.length)),
  }));
}

async function readConfigs(
  admin: Admin,
  topics: readonly string[],
  names: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  if (topics.length === 0) return new Map();
  const { resources } = await admin.describeConfigs({
    resources: topics.map((name) => ({
      // Of the names in this CommonJS package Node finds only the first few by itself.
      ...{ type: kafkajs.ConfigResourceTypes.TOPIC, name, configNames: [...names] },
    })),
    includeSynonyms: false,
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      Object.fromEntries(configEntries.map((entry) => [entry.configName, entry.configValue])),
    ]),
  );
}

async function readOffsets(
  admin: Admin,
  topic: string,
  groupId: string,
): Promise<PartitionOffsets[]> {
  const ends = await admin.fetchTopicOffsets(topic);
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const next = new Map(committed?.partitions.map((one) => [one.partition, Number(one.offset)]));
  return ends.map(({ partition, low, high }) => ({
    partition,
    end: Number(high),
    // A group that has committed nothing begins at the beginning; so does one that was overtaken by
    // the retention.
    next: Math.max(next.get(partition) ?? -1, Number(low)),
  }));
}
