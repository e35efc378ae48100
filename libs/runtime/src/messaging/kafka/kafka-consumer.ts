import type { Consumer, EachBatchPayload, Kafka } from './kafka-client.ts';
import type { KafkaRecord } from './kafka-message.ts';
import { disconnect } from './reopening.ts';

// Kafka allows no shorter session. A member that was killed holds its partitions for so long.
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_500;
// How long the others wait for a member that finishes its batch before it joins again.
const REBALANCE_MS_MAX = 8_000;
// Short, because a consumer that closes waits for the fetch in hand.
const FETCH_WAIT_MS = 500;
// A fetch is held twice, as bytes and as text, for each broker and consumer. One bigger event comes
// all the same, alone.
const FETCH_BYTES_MAX = 4 * 1024 * 1024;
const PARTITION_BYTES_MAX = 1024 * 1024;
// Partitions of one fetch are handed over together, to make common batches; more of them queue.
const PARTITIONS_AT_ONCE = 64;
const METADATA_MS_MAX = 30_000;
// A heartbeat that comes so much later still comes well within a session.
const SET_BACK_MS_MAX = 1_000;

/** Messages that follow each other in a partition. */
export interface PartitionBatch {
  readonly partition: number;
  readonly records: readonly KafkaRecord[];
  /** The offset of the next message to be written. */
  readonly end: number;
  /** Says that all up to this one were handled, so that it is not fetched again. */
  resolve(offset: string): void;
}

export interface ConsumerOptions {
  readonly groupId: string;
  readonly topic: string;
  /** Told that the group settles anew, and that others may get its partitions in a moment. */
  readonly onSettling: () => void;
  /** Told of the partitions that fall to this member, each time the group has settled anew. */
  readonly onAssigned: (partitions: readonly number[]) => void;
  /** Told of partitions in which Kafka does not have what the group stands at; it goes on at the oldest message. */
  readonly onLost: (partitions: readonly number[]) => void;
  /**
   * Takes a batch of each of several partitions at a time; the next is fetched when all are done. To
   * reject with what `heartbeat` rejected with lets the member join its group again.
   */
  readonly onBatch: (batch: PartitionBatch) => Promise<void>;
  /** Ends the attempt to join. */
  readonly signal: AbortSignal;
}

/** A member of a consumer group. */
export interface KafkaConsumer {
  /** Resolves with what ended it; it has to be closed then, and another opened. */
  readonly failed: Promise<unknown>;
  /** Keeps the membership while batches are handled; rejects when the group settles anew. */
  heartbeat(): Promise<void>;
  /** Commits the offsets of the next messages to be handled, by partition. */
  commit(offsets: ReadonlyMap<number, string>): Promise<void>;
  /** Leaves the group. Never rejects. */
  close(): Promise<void>;
}

/**
 * Joins a consumer group for one topic, and goes on where the group was; a new group begins with the
 * oldest message. Rejects when it cannot.
 */
export async function openConsumer(kafka: Kafka, options: ConsumerOptions): Promise<KafkaConsumer> {
  const consumer = makeConsumer(kafka, options.groupId);
  const { failed, fail } = watch(consumer, options);
  let tools: EachBatchPayload | undefined;
  const running = run(consumer, options.topic, async (payload) => {
    tools = payload;
    await options.onBatch(toPartitionBatch(payload));
  });
  const close = async (): Promise<void> => {
    await disconnect(consumer);
    // One that was about to join would do so after all.
    running.then(() => disconnect(consumer)).catch(() => {});
  };
  const refuseClockSetBack = watchClock();
  const joined = new AbortController();
  try {
    await Promise.race([running, rejectOnAbort(options.signal, joined.signal)]);
  } catch (error) {
    await close();
    throw error;
  } finally {
    joined.abort();
  }
  return {
    failed,
    close,
    heartbeat: async () => {
      try {
        refuseClockSetBack();
        await tools?.heartbeat();
      } catch (error) {
        if (!isGroupSettling(error)) fail(error);
        throw error;
      }
    },
    commit: async (offsets) => {
      const partitions = [...offsets].map(([partition, offset]) => ({ partition, offset }));
      await tools?.commitOffsetsIfNecessary({ topics: [{ topic: options.topic, partitions }] });
    },
  };
}

const makeConsumer = (kafka: Kafka, groupId: string): Consumer =>
  kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    rebalanceTimeout: REBALANCE_MS_MAX,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    maxBytes: FETCH_BYTES_MAX,
    maxBytesPerPartition: PARTITION_BYTES_MAX,
    metadataMaxAge: METADATA_MS_MAX,
    retry: {
      ...{ initialRetryTime: 200, maxRetryTime: 2_000, retries: 10 },
      // Its own restart would come beside ours.
      restartOnFailure: async () => false,
    },
  });

function watch(consumer: Consumer, options: ConsumerOptions) {
  const { topic, onSettling, onAssigned, onLost } = options;
  let fail: (error: unknown) => void = () => {};
  const failed = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  consumer.on('consumer.crash', ({ payload }) => fail(payload.error));
  // The connection may be dead and not closed, and kafkajs would go on using it.
  consumer.on('consumer.network.request_timeout', ({ payload }) =>
    fail(new Error(`${payload.broker} did not answer ${payload.apiName}`)),
  );
  consumer.on('consumer.rebalancing', onSettling);
  consumer.on('consumer.group_join', ({ payload }) =>
    onAssigned(payload.memberAssignment[topic] ?? []),
  );
  consumer.on('consumer.commit_offsets', ({ payload }) => {
    const partitions = payload.topics.flatMap((one) => one.partitions);
    const lost = partitions.filter(({ offset }) => Number(offset) < 0);
    if (lost.length > 0) onLost(lost.map(({ partition }) => partition));
  });
  return { failed, fail };
}

/**
 * Kafkajs reads the time of day to see whether a heartbeat is due: where that was set back it sends none until the time
 * of the last one comes again, and joins again in vain meanwhile. A new consumer begins with the time as it is then.
 *
 * @returns what throws where the time was set back since the call before.
 */
function watchClock(): () => void {
  const read = (): number => Date.now() - performance.now();
  let before = read();
  return () => {
    const now = read();
    const setBackMs = before - now;
    before = now;
    if (setBackMs > SET_BACK_MS_MAX) {
      throw new Error(`The clock was set back by ${Math.round(setBackMs)} ms`);
    }
  };
}

async function run(
  consumer: Consumer,
  topic: string,
  eachBatch: (payload: EachBatchPayload) => Promise<void>,
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    ...{ autoCommit: false, eachBatchAutoResolve: false, eachBatch },
    partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
  });
}

const SETTLING = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'NOT_COORDINATOR_FOR_GROUP',
  'UNKNOWN_MEMBER_ID',
]);

/** Whether a member has to join again, which kafkajs does by itself. */
function isGroupSettling(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'type' in error &&
    typeof error.type === 'string' &&
    SETTLING.has(error.type)
  );
}

/** @param done ends the watch, so that no listener stays. */
function rejectOnAbort(signal: AbortSignal, done: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(new Error('Given up'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: done });
  });
}

function toPartitionBatch({ batch, resolveOffset }: EachBatchPayload): PartitionBatch {
  return {
    partition: batch.partition,
    records: batch.messages,
    end: Number(batch.highWatermark),
    resolve: resolveOffset,
  };
}
