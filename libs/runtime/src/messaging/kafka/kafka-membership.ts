import type { Topic } from '@output-review/contracts';

import { untilAborted, wait, within } from '../../base/wait.ts';
import type { ConsumerGroup } from '../consumer-group.ts';
import { Delivery } from '../delivery.ts';
import type { makeKafka } from './kafka-client.ts';
import {
  type ConsumerOptions,
  type KafkaConsumer,
  openConsumer,
  type PartitionBatch,
} from './kafka-consumer.ts';
import { type KafkaRecord, toIncomingEvent } from './kafka-message.ts';
import type { PartitionProgress } from './partition-progress.ts';

// Interval of heartbeats and commits. A commit costs Kafka as much as a message. A kill repeats what was handled since
// the last one.
const BEAT_MS = 250;
// How long a member may finish its batch before it rejoins. The sum is less than a rebalance waits for it, and less
// than a stop has after subtracting the time to disconnect.
const LAST_BATCH_MS_MAX = 4_000;
const LAST_EFFECT_MS_MAX = 1_000;
const LAST_COMMIT_MS_MAX = 2_000;

export interface MembershipOptions extends Pick<
  ConsumerOptions,
  'groupId' | 'onAssigned' | 'onLost'
> {
  readonly topic: Topic;
  /** The queue of events that wait for the handler, shared by all partitions. */
  readonly queue: ConsumerGroup;
  readonly progress: PartitionProgress;
}

/**
 * One membership in a consumer group, from joining to leaving or failing.
 *
 * Only this class commits offsets: those of events whose effect, and that of everything before them in the partition,
 * is committed. A rebalance drops events that are fetched but not handled. Kafka delivers them to the partition's next
 * owner.
 */
export class KafkaMembership {
  readonly #options: MembershipOptions;
  readonly #ended = new AbortController();
  /** By partition, the offset of the last event that is handled and not committed. Replaced with each assignment. */
  #handled = new Map<number, string>();
  #consumer: KafkaConsumer | undefined;
  #committing: Promise<void> = Promise.resolve();
  #givingUp: Promise<void> | undefined;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  /** Resolves when the signal ended it. Rejects with any other cause. */
  async run(kafka: ReturnType<typeof makeKafka>, signal: AbortSignal): Promise<void> {
    this.#options.queue.start();
    try {
      const consumer = await openConsumer(kafka, { ...this.#consumerOptions(), signal });
      this.#consumer = consumer;
      void this.#beat(consumer);
      const failure = await Promise.race([
        consumer.failed,
        untilAborted(signal, this.#ended.signal),
      ]);
      this.#ended.abort();
      // Nothing reaches Kafka any more, and every attempt would take its time to fail.
      if (!signal.aborted) this.#consumer = undefined;
      await this.#giveUp(failure);
      await consumer.close();
      if (!signal.aborted) throw failure;
    } finally {
      this.#ended.abort();
    }
  }

  #consumerOptions(): Omit<ConsumerOptions, 'signal'> {
    const { groupId, topic, onAssigned, onLost } = this.#options;
    return {
      ...{ groupId, topic, onLost },
      onBatch: (batch) => this.#take(batch),
      onSettling: () => void this.#commit().catch(() => {}),
      onAssigned: (partitions) => {
        // Uncommitted events are redelivered to the partition's owner. A later commit would set the owner back.
        this.#handled = new Map();
        onAssigned(partitions);
      },
    };
  }

  async #take(batch: PartitionBatch): Promise<void> {
    const { partition, end, records } = batch;
    const [first] = records;
    if (first === undefined || this.#ended.signal.aborted) return;
    const { topic, queue, progress } = this.#options;
    const handled = this.#handled;
    let upTo: string | undefined;
    progress.note({ partition, end, next: Number(first.offset) });
    const delivery = new PartitionDelivery(records, (offset) => {
      upTo = offset;
      handled.set(partition, offset);
      progress.note({ partition, end, next: Number(offset) + 1 });
    });
    queue.push(
      records.map((record) => toIncomingEvent(record, { topic, partition })),
      delivery,
    );
    try {
      await delivery.settled;
    } catch (error) {
      // kafkajs would log it as a fault of ours.
      if (this.#ended.signal.aborted) return;
      throw error;
    } finally {
      // kafkajs fetches on from here. The next beat commits.
      if (upTo !== undefined && handled === this.#handled) batch.resolve(upTo);
    }
  }

  /** Never rejects. */
  async #beat(consumer: KafkaConsumer): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await wait(BEAT_MS, signal);
      const handled = this.#handled;
      try {
        await consumer.heartbeat();
        await this.#commit();
      } catch (error) {
        if (signal.aborted) return;
        await this.#giveUp(error, handled);
        if (!signal.aborted) this.#options.queue.start();
      }
    }
  }

  /**
   * Finishes the current batch, commits it and drops waiting events. Never rejects.
   *
   * @param handled of the assignment to give up. If it is no longer the current one, the waiting events belong to the
   *   new one and stay.
   */
  #giveUp(error: unknown, handled = this.#handled): Promise<void> {
    this.#givingUp ??= this.#finish(error, handled).finally(() => {
      this.#givingUp = undefined;
    });
    return this.#givingUp;
  }

  async #finish(error: unknown, handled: Map<number, string>): Promise<void> {
    const { queue } = this.#options;
    await within(LAST_BATCH_MS_MAX, queue.stop());
    await within(LAST_EFFECT_MS_MAX, queue.settled());
    await within(LAST_COMMIT_MS_MAX, this.#commit());
    if (handled === this.#handled || this.#ended.signal.aborted) queue.drop(error);
  }

  /** Runs one commit at a time. A concurrent caller finds its offsets committed or commits them next. */
  #commit(): Promise<void> {
    const turn = this.#committing.then(() => this.#commitHandled());
    this.#committing = turn.catch(() => {});
    return turn;
  }

  async #commitHandled(): Promise<void> {
    const handled = this.#handled;
    const offsets = [...handled];
    if (offsets.length === 0) return;
    await this.#consumer?.commit(
      new Map(offsets.map(([partition, offset]) => [partition, String(BigInt(offset) + 1n)])),
    );
    for (const [partition, offset] of offsets) {
      if (handled.get(partition) === offset) handled.delete(partition);
    }
  }
}

/** Tracks the messages of a partition through the queue of their group. */
class PartitionDelivery extends Delivery {
  readonly #records: readonly KafkaRecord[];
  readonly #onHandled: (offset: string) => void;
  #handled = 0;
  #isGivenUp = false;

  /** @param onHandled called for each message that took effect, in order. */
  constructor(records: readonly KafkaRecord[], onHandled: (offset: string) => void) {
    super(records.length);
    this.#records = records;
    this.#onHandled = onHandled;
  }

  /** A message that took effect after it was dropped is redelivered and counts then. */
  override commit(): void {
    const record = this.#records[this.#handled];
    if (this.#isGivenUp || record === undefined) return;
    this.#handled += 1;
    this.#onHandled(record.offset);
    super.commit();
  }

  override fail(error: unknown): void {
    this.#isGivenUp = true;
    super.fail(error);
  }
}
