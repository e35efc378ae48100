import { readFileSync } from 'node:fs';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectByTls, type ConnectionOptions } from 'node:tls';

import {
  Kafka,
  type logCreator,
  logLevel,
  type Message,
  Partitioners,
  type Producer,
  type SASLOptions,
} from 'kafkajs';

import type { Logger } from '../../base/logger.ts';
import type { KafkaMessage } from './kafka-message.ts';
import './kafkajs-patches.ts';

/** The kafkajs types that consumers need. Only this file and the admin client import kafkajs. */
export type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';

/** How to reach Kafka. */
export interface KafkaOptions {
  /** `host:port` of some brokers. The others are discovered through them. */
  readonly brokers: readonly string[];
  /** Null disables TLS. */
  readonly tls: KafkaTls | null;
  readonly sasl: KafkaSasl | null;
  /** The service name, for Kafka's logs and quotas. Consumers append an ID of their process. */
  readonly clientId: string;
}

export interface KafkaTls {
  /** The CAs that verify brokers. Null uses those that Node trusts. */
  readonly caFile: string | null;
}

/** The same for any client. */
export type KafkaConnection = Omit<KafkaOptions, 'clientId'>;

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

const CONNECT_MS_MAX = 3_000;
// A request without an answer for this long means a dead connection that is not closed. Source: flow, "noticed within
// 15 s", minus the time to reconnect.
const REQUEST_MS_MAX = 10_000;
// How long the leader waits for its followers before it reports that they lack the messages.
export const ACKNOWLEDGE_MS_MAX = 8_000;
// New partitions of a topic are detected after this time.
const METADATA_MS_MAX = 60_000;

/** Creates a kafkajs client. It connects when something is opened on it. */
export function makeKafka({ brokers, tls, sasl, clientId }: KafkaOptions, log: Logger): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ssl: tls !== null,
    // kafkajs has a separate type for each mechanism.
    ...(sasl && { sasl: sasl as SASLOptions }),
    socketFactory: (address: BrokerAddress) =>
      connectToBroker({ ...address, ssl: tls && tlsOptions(tls) }),
    connectionTimeout: CONNECT_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    // Tries each listed broker once. The caller retries.
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: brokers.length - 1 },
    logLevel: logLevel.WARN,
    logCreator: toLogCreator(log),
  });
}

/** Read for each connection, since the CA may have been replaced. */
const tlsOptions = ({ caFile }: KafkaTls): ConnectionOptions =>
  caFile === null ? {} : { ca: readFileSync(caFile) };

// kafkajs logs every broken connection as an error, repeatedly. The callers log what matters. Its own messages are for
// debugging.
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

/** Sends batches of messages, one at a time. Otherwise the requested partitions would mix. */
export interface KafkaProducer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  /**
   * Resolves when all in-sync replicas of every affected partition have the messages. Rejects if a replica may lack
   * one; others may have been stored.
   */
  produce(messages: readonly KafkaMessage[]): Promise<void>;
}

/**
 * Creates a producer that does not retry. Retries of kafkajs are unsafe: if a leader moves between two of them, it
 * skips brokers that have answered before and resolves although messages were never sent.
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
  const topics = new Map<string, Message[]>();
  for (const message of messages) {
    const ofTopic = topics.get(message.topic);
    if (ofTopic) ofTopic.push(message);
    else topics.set(message.topic, [message]);
  }
  return [...topics].map(([topic, ofTopic]) => ({ topic, messages: ofTopic }));
}

interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  /** Missing without TLS, despite kafkajs's type. */
  readonly ssl: ConnectionOptions | null | undefined;
  readonly onConnect: () => void;
}

const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * Connects like kafkajs, but without the listener limit. kafkajs closes a lost broker connection once for each request
 * that looked for it and adds a listener each time. They go with the connection, but Node would warn of a leak.
 */
export function connectToBroker({ host, port, ssl, onConnect }: BrokerAddress): Socket {
  const socket = ssl
    ? connectByTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
  socket.setMaxListeners(0);
  return socket;
}
