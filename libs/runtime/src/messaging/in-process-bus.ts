import type { Topic } from '@output-review/contracts';

import type { Bus, IncomingEvent, OutgoingEvent, Subscription, SubscriptionHandle } from './bus.ts';
import { ConsumerGroup } from './consumer-group.ts';
import { busStopped, Delivery } from './delivery.ts';

interface Held {
  readonly events: readonly OutgoingEvent[];
  readonly resolve: (settled: Promise<void>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Carries events between the services of one process. It stores nothing. A `send` resolves only when every group has
 * committed, so the outbox rows are the storage, and memory is bounded by what relays have in flight.
 *
 * Each group has its own queue and pace and handles one batch at a time. A group outlives its last member: events sent
 * meanwhile wait for the next member.
 */
export class InProcessBus implements Bus {
  readonly #isHttpBusy: () => boolean;
  readonly #groups = new Map<Topic, Map<string, ConsumerGroup>>();
  /** Events sent before the start. */
  readonly #held: Held[] = [];
  #state: 'new' | 'running' | 'stopped' = 'new';
  #count = 0;

  /** @param isHttpBusy whether callers queue. Groups then work only part of the time. */
  constructor({ isHttpBusy = () => false }: { isHttpBusy?: () => boolean } = {}) {
    this.#isHttpBusy = isHttpBusy;
  }

  send(events: readonly OutgoingEvent[]): Promise<void> {
    if (this.#state === 'stopped') return Promise.reject(busStopped());
    if (this.#state === 'running') return this.#deliver(events);
    return new Promise((resolve, reject) => this.#held.push({ events, resolve, reject }));
  }

  subscribe(subscription: Subscription): SubscriptionHandle {
    const ofTopic = this.#groups.get(subscription.topic) ?? new Map<string, ConsumerGroup>();
    this.#groups.set(subscription.topic, ofTopic);
    const group = ofTopic.get(subscription.group) ?? new ConsumerGroup(this.#isHttpBusy);
    ofTopic.set(subscription.group, group);
    if (this.#state === 'running') group.start();
    return group.join(subscription);
  }

  async start(): Promise<void> {
    this.#state = 'running';
    for (const group of this.#allGroups()) group.start();
    for (const { events, resolve } of this.#held.splice(0)) resolve(this.#deliver(events));
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    await Promise.all(this.#allGroups().map((group) => group.stop()));
    for (const group of this.#allGroups()) group.drop(busStopped());
    for (const { reject } of this.#held.splice(0)) reject(busStopped());
  }

  #deliver(events: readonly OutgoingEvent[]): Promise<void> {
    const pushes = [...this.#groups].flatMap(([topic, ofTopic]) => {
      const incoming = events
        .filter((event) => event.topic === topic)
        .map((event) => this.#receive(event, topic));
      if (incoming.length === 0) return [];
      return [...ofTopic.values()].map((group) => ({ group, incoming }));
    });
    const delivery = new Delivery(pushes.reduce((sum, { incoming }) => sum + incoming.length, 0));
    for (const { group, incoming } of pushes) group.push(incoming, delivery);
    return delivery.settled;
  }

  #receive(event: OutgoingEvent, topic: Topic): IncomingEvent {
    this.#count += 1;
    return { ...event, topic, position: `in process, number ${this.#count}` };
  }

  #allGroups(): ConsumerGroup[] {
    return [...this.#groups.values()].flatMap((ofTopic) => [...ofTopic.values()]);
  }
}
