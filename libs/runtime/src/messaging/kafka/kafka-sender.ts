import { setTimeout as delay } from 'node:timers/promises';

import { within } from '../../base/wait.ts';
import type { OutgoingEvent } from '../bus.ts';
import { busStopped, Delivery } from '../delivery.ts';
import type { KafkaProducer } from './kafka-client.ts';
import { countBytes, type KafkaMessage, toMessage } from './kafka-message.ts';
import type { Reopening } from './reopening.ts';

// Limit of a partition in one request. Source: flow, "batches 8 MB".
const REQUEST_BYTES_MAX = 8 * 1024 * 1024;
// kafkajs copies the messages of a partition for each message that it adds.
const REQUEST_EVENTS_MAX = 2_000;
// Minimum interval between the starts of two requests that are not full. Larger requests share the fixed cost. A single
// event after a pause is not delayed.
const REQUEST_PACE_MS = 20;
// The whole service has 5 s to stop.
const STOP_GRACE_MS = 2_000;

interface Waiting {
  readonly message: KafkaMessage;
  /** Size of the message in a request. */
  readonly bytes: number;
  readonly delivery: Delivery;
}

/**
 * Sends events in order, one request at a time. Events that arrive meanwhile form the next request.
 *
 * When a request fails, all waiting events fail with it. So nothing overtakes events that must be sent again, and a key
 * keeps its order through an outage, apart from repeats. A request that is too large for a partition is halved instead.
 * A single event that is too large fails alone, because events behind it would otherwise wait forever.
 */
export class KafkaSender {
  readonly #producer: Reopening<KafkaProducer>;
  #waiting: Waiting[] = [];
  /** Halves of a request that was too large. They are sent before waiting events. */
  #parts: Waiting[][] = [];
  #working: Promise<void> | undefined;
  #beganAt = -Infinity;
  #isStopped = false;

  constructor(producer: Reopening<KafkaProducer>) {
    this.#producer = producer;
  }

  /** Resolves when every in-sync replica has the events. Rejects if one may lack them. */
  send(events: readonly OutgoingEvent[]): Promise<void> {
    if (this.#isStopped) return Promise.reject(busStopped());
    const delivery = new Delivery(events.length);
    for (const event of events) {
      const message = toMessage(event);
      this.#waiting.push({ message, bytes: countBytes(message), delivery });
    }
    this.#working ??= this.#work();
    return delivery.settled;
  }

  start(): void {
    this.#isStopped = false;
  }

  /** Gives requests in flight two seconds. Waiting events fail immediately. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#giveUp(busStopped());
    await within(STOP_GRACE_MS, this.#working);
    await this.#producer.close();
  }

  /** Never throws. */
  async #work(): Promise<void> {
    await this.#pace();
    for (let request = this.#next(); request.length > 0; request = this.#next()) {
      this.#beganAt = performance.now();
      try {
        const messages = request.map(({ message }) => message);
        await this.#producer.use((producer) => producer.produce(messages));
        for (const { delivery } of request) delivery.commit();
      } catch (error) {
        this.#fail(request, error);
      }
      await this.#pace();
    }
    this.#working = undefined;
  }

  /** Gives a request that is not full time to grow. */
  async #pace(): Promise<void> {
    const restMs = this.#beganAt + REQUEST_PACE_MS - performance.now();
    const isFull = this.#parts.length > 0 || requestLength(this.#waiting) < this.#waiting.length;
    if (restMs > 0 && !isFull && !this.#isStopped) await delay(restMs);
  }

  /** The next request; empty if nothing waits. */
  #next(): Waiting[] {
    return this.#parts.shift() ?? this.#waiting.splice(0, requestLength(this.#waiting));
  }

  #fail(request: Waiting[], error: unknown): void {
    if (isTooLarge(error) && request.length > 1) {
      const middle = Math.ceil(request.length / 2);
      this.#parts.unshift(request.slice(0, middle), request.slice(middle));
      return;
    }
    for (const { delivery } of request) delivery.fail(error);
    if (!isTooLarge(error)) this.#giveUp(error);
  }

  #giveUp(error: unknown): void {
    const given = [...this.#parts.splice(0).flat(), ...this.#waiting.splice(0)];
    for (const { delivery } of given) delivery.fail(error);
  }
}

/** The length of the next request: at least one event of any size. */
function requestLength(waiting: readonly Waiting[]): number {
  let total = 0;
  for (const [index, { bytes }] of waiting.entries()) {
    total += bytes;
    if (index === REQUEST_EVENTS_MAX || (index > 0 && total > REQUEST_BYTES_MAX)) return index;
  }
  return waiting.length;
}

/** Whether Kafka refused a request because it is too large for a partition, so that a retry would fail too. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && TOO_LARGE.has(error.type);
}

const TOO_LARGE = new Set<unknown>(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);
