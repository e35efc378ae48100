import { untilAborted } from '../../base/wait.ts';
import type { Consumer, EachBatchPayload, Kafka } from './kafka-client.ts';
import type { KafkaRecord } from './kafka-message.ts';
import { disconnect } from './reopening.ts';

// Kafka's minimum session timeout. A killed member holds its partitions this long.
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_500;
// How long a rebalance waits for a member that finishes its batch before it rejoins.
const REBALANCE_MS_MAX = 8_000;
// Short, because a closing consumer waits for the current fetch.
const FETCH_WAIT_MS = 500;
// Each fetch is held twice, as bytes and as text, per broker and consumer. A larger event still arrives, alone.
const FETCH_BYTES_MAX = 4 * 1024 * 1024;
const PARTITION_BYTES_MAX = 1024 * 1024;
// The partitions of one fetch are passed on together, to form shared batches. Further ones queue.
const PARTITIONS_AT_ONCE = 64;
const METADATA_MS_MAX = 30_000;
// A heartbeat delayed by this much still arrives well within a session.
const SET_BACK_MS_MAX = 1_000;

/** Consecutive messages of a partition. */
export interface PartitionBatch {
  readonly partition: number;
  readonly records: readonly KafkaRecord[];
  /** The offset of the next message to be written. */
  readonly end: number;
  /** Marks all messages up to this one as handled, so that they are not fetched again. */
  resolve(offset: string): void;
}

export interface ConsumerOptions {
  readonly groupId: string;
  readonly topic: string;
  /** Called when a rebalance starts. Other members may soon get the partitions. */
  readonly onSettling: () => void;
  /** Called with this member's partitions after each rebalance. */
  readonly onAssigned: (partitions: readonly number[]) => void;
  /**
   * Called with partitions in which Kafka no longer has the group's offset. Reading continues at the oldest message.
   */
  readonly onLost: (partitions: readonly number[]) => void;
  /**
   * Takes a batch from each of several partitions concurrently. The next fetch starts when all are done. To let the
   * member rejoin its group, reject with the error of `heartbeat`.
   */
  readonly onBatch: (batch: PartitionBatch) => Promise<void>;
  /** Aborts the attempt to join. */
  readonly signal: AbortSignal;
}

/** A member of a consumer group. */
export interface KafkaConsumer {
  /** Resolves with the failure. Close this consumer then and open another. */
  readonly failed: Promise<unknown>;
  /** Keeps the membership while batches are handled. Rejects when a rebalance starts. */
  heartbeat(): Promise<void>;
  /** Commits the offsets of the next messages to handle, by partition. */
  commit(offsets: ReadonlyMap<number, string>): Promise<void>;
  /** Leaves the group. Never rejects. */
  close(): Promise<void>;
}

/**
 * Joins a consumer group for one topic and resumes at its offset. A new group starts with the oldest message. Rejects
 * if joining fails.
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
    // A pending join would otherwise still complete.
    running.then(() => disconnect(consumer)).catch(() => {});
  };
  const refuseClockSetBack = watchClock();
  const joined = new AbortController();
  try {
    await Promise.race([
      running,
      untilAborted(options.signal, joined.signal).then(() => {
        throw new Error('Given up');
      }),
    ]);
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
      // The caller restarts the consumer, so kafkajs must not.
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
  // The connection may be dead without being closed, and kafkajs would keep using it.
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
 * kafkajs decides by the wall clock whether a heartbeat is due. If the clock is set back, it sends none until the time
 * of the last one is reached again, and meanwhile rejoins in vain. A new consumer starts from the current time.
 *
 * @returns a function that throws if the clock was set back since the previous call.
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

/** Whether a member has to rejoin, which kafkajs does itself. */
function isGroupSettling(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'type' in error &&
    typeof error.type === 'string' &&
    SETTLING.has(error.type)
  );
}

function toPartitionBatch({ batch, resolveOffset }: EachBatchPayload): PartitionBatch {
  return {
    partition: batch.partition,
    records: batch.messages,
    end: Number(batch.highWatermark),
    resolve: resolveOffset,
  };
}
