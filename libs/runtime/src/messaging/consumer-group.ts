import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IncomingEvent, Subscription, SubscriptionHandle } from './bus.ts';
import type { Delivery } from './delivery.ts';

// A batch is held in memory while it is handled. Source: flow, "consumer batches 8 MB".
const BATCH_BYTES_MAX = 8 * 1024 * 1024;

interface Waiting {
  readonly event: IncomingEvent;
  readonly delivery: Delivery;
}

interface Member {
  readonly subscription: Subscription;
  isPaused: boolean;
  /** Of the batch in hand. */
  hurry: AbortController;
  inHand: Promise<void>;
}

/**
 * One group's queue of a topic. Only `#work` takes from it, one batch at a time, whichever member
 * handles it: that keeps the order, of each key and of all.
 */
export class ConsumerGroup {
  #waiting: Waiting[] = [];
  #members: Member[] = [];
  #isRunning = false;
  #isWorking = false;

  push(events: readonly IncomingEvent[], delivery: Delivery): void {
    delivery.expect(events.length);
    for (const event of events) this.#waiting.push({ event, delivery });
    this.#kick();
  }

  join(subscription: Subscription): SubscriptionHandle {
    const member: Member = {
      subscription,
      isPaused: false,
      hurry: new AbortController(),
      inHand: Promise.resolve(),
    };
    this.#members.push(member);
    this.#kick();
    const pause = async (): Promise<void> => {
      member.isPaused = true;
      member.hurry.abort();
      await member.inHand;
    };
    return {
      pause,
      resume: () => {
        member.isPaused = false;
        this.#kick();
      },
      close: async () => {
        this.#members = this.#members.filter((other) => other !== member);
        await pause();
      },
      lag: () => this.#waiting.length,
    };
  }

  start(): void {
    this.#isRunning = true;
    this.#kick();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    for (const member of this.#members) member.hurry.abort();
    await Promise.all(this.#members.map((member) => member.inHand));
  }

  /** Gives up what waits. */
  drop(error: unknown): void {
    for (const { delivery } of this.#waiting.splice(0)) delivery.fail(error);
  }

  #kick(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    let member: Member | undefined;
    do {
      // The pause is for the rest of the process, and lets the batch grow.
      await nextTurn();
      member = this.#nextMember();
      if (member) {
        member.inHand = this.#handleBatch(member);
        await member.inHand;
      }
    } while (member);
    this.#isWorking = false;
  }

  #nextMember(): Member | undefined {
    if (!this.#isRunning || this.#waiting.length === 0) return undefined;
    return this.#members.find((member) => !member.isPaused);
  }

  /** Never throws: what a handler rejected is still there and comes again. */
  async #handleBatch(member: Member): Promise<void> {
    const { batchMax, handle } = member.subscription;
    const batch = this.#waiting.slice(0, batchLength(this.#waiting, batchMax));
    member.hurry = new AbortController();
    try {
      await handle(
        batch.map(({ event }) => event),
        member.hurry.signal,
      );
    } catch {
      return;
    }
    this.#waiting.splice(0, batch.length);
    for (const { delivery } of batch) delivery.commit();
  }
}

/** How many make a batch: at least one, however big it is. */
function batchLength(waiting: readonly Waiting[], batchMax: number): number {
  let bytes = 0;
  for (const [index, { event }] of waiting.entries()) {
    // Characters for bytes: nearly all of it is ASCII.
    bytes += event.json.length;
    if (index === batchMax || (index > 0 && bytes > BATCH_BYTES_MAX)) return index;
  }
  return waiting.length;
}
