import { AppError } from '@output-review/errors';

import { within } from '../../lifecycle/within.ts';
import type { OutgoingEvent } from '../bus.ts';
import { Delivery } from '../delivery.ts';
import type { KafkaProducer } from './kafka-client.ts';
import { toMessage } from './kafka-message.ts';
import type { Reopening } from './reopening.ts';

// What a partition takes at once. Source: flow, "batches 8 MB".
const REQUEST_BYTES_MAX = 8 * 1024 * 1024;
// Kafkajs copies the messages of a partition for each one that it adds.
const REQUEST_EVENTS_MAX = 2_000;
// The whole service has 5 s to stop in.
const STOP_GRACE_MS = 2_000;

interface Waiting {
  readonly event: OutgoingEvent;
  readonly delivery: Delivery;
}

/**
 * Sends events in their order, one request at a time; what comes meanwhile makes the next one.
 *
 * When a request fails everything that waits fails with it. So nothing overtakes what has to be sent
 * again, and a key keeps its order through an outage, apart from repeats.
 */
export class KafkaSender {
  readonly #producer: Reopening<KafkaProducer>;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #isStopped = false;

  constructor(producer: Reopening<KafkaProducer>) {
    this.#producer = producer;
  }

  /** Resolves when every in-sync replica has the events; rejects when one may lack them. */
  send(events: readonly OutgoingEvent[]): Promise<void> {
    if (this.#isStopped) return Promise.reject(stoppedError());
    const delivery = new Delivery();
    delivery.expect(events.length);
    delivery.seal();
    for (const event of events) this.#waiting.push({ event, delivery });
    this.#working ??= this.#work();
    return delivery.settled;
  }

  start(): void {
    this.#isStopped = false;
  }

  /** Gives what is on its way two seconds, and what waits none. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#giveUp(stoppedError());
    await within(STOP_GRACE_MS, this.#working);
    await this.#producer.close();
  }

  /** Never throws. */
  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const request = this.#waiting.splice(0, requestLength(this.#waiting));
      try {
        await this.#producer.use((producer) =>
          producer.produce(request.map(({ event }) => toMessage(event))),
        );
        for (const { delivery } of request) delivery.commit();
      } catch (error) {
        for (const { delivery } of request) delivery.fail(error);
        this.#giveUp(error);
      }
    }
    this.#working = undefined;
  }

  #giveUp(error: unknown): void {
    for (const { delivery } of this.#waiting.splice(0)) delivery.fail(error);
  }
}

/** How many make a request: at least one, however big it is. */
function requestLength(waiting: readonly Waiting[]): number {
  let bytes = 0;
  for (const [index, { event }] of waiting.entries()) {
    bytes += Buffer.byteLength(event.json);
    if (index === REQUEST_EVENTS_MAX || (index > 0 && bytes > REQUEST_BYTES_MAX)) return index;
  }
  return waiting.length;
}

function stoppedError(): AppError {
  return new AppError('UNAVAILABLE', 'The bus has stopped.');
}
