import type { Topic } from '@output-review/contracts';

import { wait, within } from '../../base/wait.ts';
import type { ConsumerGroup } from '../consumer-group.ts';
import type { makeKafka } from './kafka-client.ts';
import {
  type ConsumerOptions,
  type KafkaConsumer,
  openConsumer,
  type PartitionBatch,
} from './kafka-consumer.ts';
import { toIncomingEvent } from './kafka-message.ts';
import { PartitionDelivery, type PartitionProgress } from './partition-progress.ts';

// How often the membership is kept and the offsets of a long batch are committed: a kill repeats what
// was handled since.
const BEAT_MS = 250;
// How long a member finishes its batch before it joins again: together less than the others wait for it.
const LAST_BATCH_MS_MAX = 5_000;
const LAST_COMMIT_MS_MAX = 2_000;

export interface MembershipOptions extends Pick<ConsumerOptions, 'groupId' | 'onAssigned'> {
  readonly topic: Topic;
  /** Where events wait for their handler, those of all partitions together. */
  readonly queue: ConsumerGroup;
  readonly progress: PartitionProgress;
}

interface Handled {
  readonly batch: PartitionBatch;
  readonly offset: string;
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
  /** By partition, the last event that was handled and is not committed. */
  readonly #handled = new Map<number, Handled>();
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
      const onBatch = (batch: PartitionBatch): Promise<void> => this.#take(batch);
      const consumer = await openConsumer(kafka, { ...this.#options, onBatch, signal });
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

  async #take(batch: PartitionBatch): Promise<void> {
    const [first] = batch.records;
    if (first === undefined || this.#ended.signal.aborted) return;
    const { topic, queue, progress } = this.#options;
    const { partition, end, records } = batch;
    progress.note({ partition, end, next: Number(first.offset) });
    const delivery = new PartitionDelivery(records, (offset) => {
      this.#handled.set(partition, { batch, offset });
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
    }
    await this.#commit();
  }

  /** Never rejects. */
  async #beat(consumer: KafkaConsumer): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await wait(BEAT_MS, signal);
      try {
        await consumer.heartbeat();
        await this.#commit();
      } catch (error) {
        if (signal.aborted) return;
        await this.#giveUp(error);
        if (!signal.aborted) this.#options.queue.start();
      }
    }
  }

  /** Finishes the batch in hand, commits it and drops what waits. Never rejects. */
  #giveUp(error: unknown): Promise<void> {
    this.#givingUp ??= this.#finish(error).finally(() => {
      this.#givingUp = undefined;
    });
    return this.#givingUp;
  }

  async #finish(error: unknown): Promise<void> {
    const { queue } = this.#options;
    await within(LAST_BATCH_MS_MAX, queue.stop());
    await within(LAST_COMMIT_MS_MAX, this.#commit());
    this.#handled.clear();
    queue.drop(error);
  }

  /** One at a time: who comes meanwhile finds its offsets committed, or commits them next. */
  #commit(): Promise<void> {
    const turn = this.#committing.then(() => this.#commitHandled());
    this.#committing = turn.catch(() => {});
    return turn;
  }

  async #commitHandled(): Promise<void> {
    const handled = [...this.#handled];
    if (handled.length === 0) return;
    for (const [, { batch, offset }] of handled) batch.resolve(offset);
    const next = handled.map(([partition, { offset }]): [number, string] => [
      partition,
      String(BigInt(offset) + 1n),
    ]);
    await this.#consumer?.commit(new Map(next));
    for (const [partition, entry] of handled) {
      if (this.#handled.get(partition) === entry) this.#handled.delete(partition);
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
