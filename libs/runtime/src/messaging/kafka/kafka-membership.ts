import type { Topic } from '@output-review/contracts';

import { wait, within } from '../../base/wait.ts';
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

// How often the membership is kept and offsets are committed, which costs Kafka as much as a message: a kill repeats
// what was handled since.
const BEAT_MS = 250;
// How long a member finishes its batch before it joins again: together less than the others wait for it, and than a
// stop has beside the time that it takes to disconnect.
const LAST_BATCH_MS_MAX = 4_000;
const LAST_EFFECT_MS_MAX = 1_000;
const LAST_COMMIT_MS_MAX = 2_000;

export interface MembershipOptions extends Pick<
  ConsumerOptions,
  'groupId' | 'onAssigned' | 'onLost'
> {
  readonly topic: Topic;
  /** Where events wait for their handler, those of all partitions together. */
  readonly queue: ConsumerGroup;
  readonly progress: PartitionProgress;
}

/**
 * One membership in a consumer group, from joining to leaving or failing.
 *
 * Only here are offsets committed, and only those of events whose effect is committed, as everything
 * before them in their partition. What is fetched and not handled when the group settles anew is
 * dropped: Kafka gives it to whoever gets the partition.
 */
export class KafkaMembership {
  readonly #options: MembershipOptions;
  readonly #ended = new AbortController();
  /** By partition, the offset of the last event that was handled and is not committed; a new one for each assignment. */
  #handled = new Map<number, string>();
  #consumer: KafkaConsumer | undefined;
  #committing: Promise<void> = Promise.resolve();
  #givingUp: Promise<void> | undefined;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  /** Resolves when it was ended by the signal; rejects with what else ended it. */
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
      // Nothing more gets through to Kafka, and every try would take its time to fail.
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
        // What was not committed comes again, to whoever has its partition now: committed later it would set them back.
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
      // Kafkajs would log what it takes for a fault of ours.
      if (this.#ended.signal.aborted) return;
      throw error;
    } finally {
      // From there kafkajs fetches on; what is committed is the next beat's.
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
   * Finishes the batch in hand, commits it and drops what waits. Never rejects.
   *
   * @param handled of the assignment that is given up: where there is another by now, what waits is of that one.
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

  /** One at a time: who comes meanwhile finds its offsets committed, or commits them next. */
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

/** @param done ends the watch, so that no listener stays. */
function untilAborted(signal: AbortSignal, done: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { signal: done });
  });
}

/** Follows messages of a partition through the queue of their group. */
class PartitionDelivery extends Delivery {
  readonly #records: readonly KafkaRecord[];
  readonly #onHandled: (offset: string) => void;
  #handled = 0;
  #isGivenUp = false;

  /** @param onHandled told of each that took effect, in their order. */
  constructor(records: readonly KafkaRecord[], onHandled: (offset: string) => void) {
    super(records.length);
    this.#records = records;
    this.#onHandled = onHandled;
  }

  /** One that took effect after it was given up comes again, and counts then. */
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
