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
import './consumer-offsets.ts';
import './consumer-runner.ts';
import './request-queue.ts';

/** What a consumer is made of; kafkajs itself is known here and to the admin alone. */
export type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';

/** How Kafka is reached. */
export interface KafkaOptions {
  /** `host:port` of some brokers; the others are learned from them. */
  readonly brokers: readonly string[];
  /** Null: without TLS. */
  readonly tls: KafkaTls | null;
  readonly sasl: KafkaSasl | null;
  /** The name of the service, which stands in the logs and quotas of Kafka; consumers add an id of their process. */
  readonly clientId: string;
}

export interface KafkaTls {
  /** The CAs that brokers are verified against; null: those that Node trusts. */
  readonly caFile: string | null;
}

/** The same, whoever asks. */
export type KafkaConnection = Omit<KafkaOptions, 'clientId'>;

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

const CONNECT_MS_MAX = 3_000;
// A request that gets no answer for so long tells of a connection that is dead and not closed. Source:
// flow, "noticed within 15 s", less the time to connect anew.
const REQUEST_MS_MAX = 10_000;
// How long the leader waits for its followers before it says that they lack the messages.
export const ACKNOWLEDGE_MS_MAX = 8_000;
// New partitions of a topic are noticed after that.
const METADATA_MS_MAX = 60_000;

/** Makes a client of kafkajs. It connects when something is opened on it. */
export function makeKafka({ brokers, tls, sasl, clientId }: KafkaOptions, log: Logger): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ssl: tls !== null,
    // Kafkajs ties each mechanism to a type of its own.
    ...(sasl && { sasl: sasl as SASLOptions }),
    socketFactory: (address: BrokerAddress) =>
      connectToBroker({ ...address, ssl: tls && tlsOptions(tls) }),
    connectionTimeout: CONNECT_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    // Each broker of the list once; whoever calls tries again.
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: brokers.length - 1 },
    logLevel: logLevel.WARN,
    logCreator: toLogCreator(log),
  });
}

/** Read for each connection: the CA may have been exchanged. */
const tlsOptions = ({ caFile }: KafkaTls): ConnectionOptions =>
  caFile === null ? {} : { ca: readFileSync(caFile) };

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
  /** Without TLS it is not there, whatever kafkajs's type says. */
  readonly ssl: ConnectionOptions | null | undefined;
  readonly onConnect: () => void;
}

const KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * Connects as kafkajs does by itself, but for the limit of listeners: a connection to a broker that went it
 * closes once for each request that looked for one, and each time adds a listener to it. They go with the
 * connection; Node would warn of a leak.
 */
export function connectToBroker({ host, port, ssl, onConnect }: BrokerAddress): Socket {
  const socket = ssl
    ? connectByTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
  socket.setMaxListeners(0);
  return socket;
}
