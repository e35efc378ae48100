import { type ServiceName, topicsOf } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { newId } from '../../base/new-id.ts';
import type { ShutdownStack } from '../../lifecycle/shutdown-stack.ts';
import { type Loop, startLoop } from '../../lifecycle/start-loop.ts';
import type { Bus, OutgoingEvent, Subscription, SubscriptionHandle } from '../bus.ts';
import { answering } from './answering.ts';
import { type KafkaAdmin, makeAdmin } from './kafka-admin.ts';
import {
  type KafkaConnection,
  type KafkaOptions,
  makeKafka,
  makeProducer,
} from './kafka-client.ts';
import { KafkaSender } from './kafka-sender.ts';
import { KafkaSubscription } from './kafka-subscription.ts';
import { Reopening } from './reopening.ts';

export interface KafkaBusOptions {
  readonly kafka: KafkaOptions;
  /** Topics that must exist before the service can work; see `topicsOf`. */
  readonly topics: readonly string[];
  readonly log: Logger;
  readonly clock: Clock;
}

// Fetches report the lag while they arrive. For a stalled group it must be queried.
const READ_LAG_EVERY_MS = 5_000;

/**
 * Carries events between processes over Kafka.
 *
 * A `send` is settled when all in-sync replicas have the events, whatever consumers do. Consumers do not need Kafka to
 * start or to keep running: they join when it is available, and retry until then. A handled event is redelivered if its
 * offset was not committed before a kill or a rebalance.
 */
export class KafkaBus implements Bus {
  readonly #options: KafkaBusOptions;
  readonly #log: Logger;
  readonly #sender: KafkaSender;
  readonly #admin: Reopening<KafkaAdmin>;
  /** kafkajs assigns partitions by member name. Members of one process get the same partitions of every topic. */
  readonly #member = newId();
  readonly #subscriptions = new Set<KafkaSubscription>();
  #lagReader: Loop | undefined;

  constructor(options: KafkaBusOptions) {
    const log = options.log.child({ part: 'kafka' });
    const client = makeKafka(options.kafka, log);
    this.#options = options;
    this.#log = log;
    this.#sender = new KafkaSender(new Reopening(() => makeProducer(client)));
    this.#admin = new Reopening(() => makeAdmin(client));
  }

  send(events: readonly OutgoingEvent[]): Promise<void> {
    return this.#sender.send(events);
  }

  subscribe(subscription: Subscription): SubscriptionHandle {
    const { kafka: common, clock } = this.#options;
    const kafka = { ...common, clientId: `${common.clientId}-${this.#member}` };
    const added = new KafkaSubscription({ kafka, subscription, log: this.#log, clock });
    this.#subscriptions.add(added);
    if (this.#lagReader) added.start();
    return {
      pause: () => added.pause(),
      resume: () => added.resume(),
      close: async () => {
        this.#subscriptions.delete(added);
        await added.close();
      },
      lag: () => added.lag(),
      logLostAt: () => added.logLostAt(),
    };
  }

  async start(): Promise<void> {
    const { clock } = this.#options;
    this.#sender.start();
    for (const subscription of this.#subscriptions) subscription.start();
    this.#lagReader ??= startLoop({
      ...{ name: 'read lag', everyMs: READ_LAG_EVERY_MS, log: this.#log, clock },
      run: (signal) => this.#readLag(signal),
    });
  }

  async stop(): Promise<void> {
    const ended = this.#lagReader?.stop();
    this.#lagReader = undefined;
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    await Promise.all([this.#sender.stop(), this.#admin.close()]);
    await ended;
  }

  /**
   * Resolves if Kafka answers and has the topics, and no consumer fails to join its group.
   *
   * @throws AppError UNAVAILABLE with what is missing.
   */
  async ready(): Promise<void> {
    const { kafka, topics } = this.#options;
    const found = await answering(kafka, () =>
      this.#admin.use((admin) => admin.findTopics(topics)),
    );
    const there = new Set(found.map(({ topic }) => topic));
    const missing = topics.filter((topic) => !there.has(topic));
    if (missing.length > 0) {
      const hidden = kafka.sasl ? `, or does not let ${kafka.sasl.username} see them` : '';
      throw new AppError(
        'UNAVAILABLE',
        `Kafka does not have the topics ${missing.join(', ')}${hidden}.`,
      );
    }
    // Consumers outside their group know of no lag.
    const outside = [...this.#subscriptions].filter((subscription) => subscription.isOutside());
    if (outside.length === 0) return;
    const groups = outside.map(({ groupId }) => groupId).join(', ');
    throw new AppError(
      'UNAVAILABLE',
      `Consumers cannot join their groups ${groups}; the log has the reason. They try again.`,
    );
  }

  async #readLag(signal: AbortSignal): Promise<void> {
    for (const subscription of this.#subscriptions) {
      // It would reopen the admin client.
      if (signal.aborted) return;
      const { topic, groupId } = subscription;
      const readOffsets = () => this.#admin.use((admin) => admin.readOffsets(topic, groupId));
      // Ignore failures: more important uses of Kafka report them.
      await subscription.read(readOffsets).catch(() => {});
    }
  }
}

/** Opens the bus of a service's process. Start it after the service has subscribed. */
export function openKafkaBus(
  service: ServiceName,
  connection: KafkaConnection,
  around: Pick<KafkaBusOptions, 'log' | 'clock'> & { readonly closers: ShutdownStack },
): KafkaBus {
  const { log, clock, closers } = around;
  const kafka = { ...connection, clientId: service };
  const bus = new KafkaBus({ kafka, topics: topicsOf(service), log, clock });
  closers.add('bus', () => bus.stop());
  return bus;
}
