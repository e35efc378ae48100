import { consumerGroupOf } from '@output-review/contracts';

import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { wait } from '../../base/wait.ts';
import { retryPauseMs } from '../../postgres/retry-transient.ts';
import type { Subscription, SubscriptionHandle } from '../bus.ts';
import { ConsumerGroup } from '../consumer-group.ts';
import type { GroupOffsets } from './kafka-admin.ts';
import { type KafkaOptions, makeKafka } from './kafka-client.ts';
import { KafkaMembership } from './kafka-membership.ts';
import { PartitionProgress } from './partition-progress.ts';

// A Kafka that is back is detected within seconds.
const JOIN_WAITS = { firstMs: 200, longestMs: 2_000 };

export interface KafkaSubscriptionOptions {
  readonly kafka: KafkaOptions;
  readonly subscription: Subscription;
  readonly log: Logger;
  readonly clock: Clock;
}

/** A subscription on Kafka: replaces its group membership after each failure until it is closed. */
export class KafkaSubscription implements SubscriptionHandle {
  readonly groupId: string;
  readonly topic: Subscription['topic'];
  readonly #kafka: KafkaOptions;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #queue = new ConsumerGroup(() => false);
  readonly #member: SubscriptionHandle;
  readonly #progress = new PartitionProgress();
  #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #failures = 0;
  #logLostAt: Date | null = null;

  constructor({ kafka, subscription, log, clock }: KafkaSubscriptionOptions) {
    this.topic = subscription.topic;
    this.groupId = consumerGroupOf(subscription.group, subscription.topic);
    this.#kafka = kafka;
    this.#clock = clock;
    this.#log = log.child({ topic: this.topic, group: subscription.group });
    this.#member = this.#queue.join(subscription);
  }

  /** Starts to join. Kafka may be down. */
  start(): void {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#running = this.#run(this.#stopping.signal);
  }

  pause(): Promise<void> {
    return this.#member.pause();
  }

  resume(): void {
    this.#member.resume();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#running = undefined;
  }

  lag(): number {
    return this.#progress.lag();
  }

  logLostAt(): Date | null {
    return this.#logLostAt;
  }

  /**
   * Whether it failed to join or stay in its group and has not rejoined since. A member without partitions is inside.
   */
  isOutside(): boolean {
    return this.#failures > 0;
  }

  /** Reads the group's offsets, which include partitions without any fetched events. */
  async read(readOffsets: () => Promise<readonly GroupOffsets[]>): Promise<void> {
    const lost = await this.#progress.read(readOffsets);
    if (lost.length > 0) this.#reportLost(lost);
  }

  #reportLost(lost: readonly object[]): void {
    this.#logLostAt = this.#clock.now();
    this.#log.error(
      { lost },
      'Kafka has lost events: partitions end before the read position or begin after it',
    );
  }

  /** Never rejects. */
  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#join(signal);
      } catch (error) {
        this.#failures += 1;
        // Logs one line per outage, however long it is.
        if (this.#failures === 1 && !signal.aborted) {
          this.#log.warn({ err: error }, 'consumer lost its connection to Kafka, rejoining');
        }
      }
      await wait(retryPauseMs(Math.max(1, this.#failures), JOIN_WAITS), signal);
    }
  }

  #join(signal: AbortSignal): Promise<void> {
    const membership = new KafkaMembership({
      groupId: this.groupId,
      topic: this.topic,
      queue: this.#queue,
      progress: this.#progress,
      onAssigned: (partitions) => {
        this.#failures = 0;
        this.#progress.assign(partitions);
        this.#log.info({ partitions }, 'consumer was assigned partitions');
      },
      onLost: (partitions) => this.#reportLost(partitions.map((partition) => ({ partition }))),
    });
    // Use a separate client: kafkajs keeps the offsets of a group per client, and two members would overwrite each
    // other's.
    return membership.run(makeKafka(this.#kafka, this.#log), signal);
  }
}
