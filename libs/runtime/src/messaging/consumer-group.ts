import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import type { IncomingEvent, Subscription, SubscriptionHandle } from './bus.ts';

// A batch is held in memory while it is handled. Source: flow, "consumer batches 8 MB".
const BATCH_BYTES_MAX = 8 * 1024 * 1024;
// Between the beginnings of two batches that are not full. What a batch costs beside its events
// (transactions, look-ups) is shared by more of them; a lone event after a pause is not held up.
const BATCH_PACE_MS = 20;
// While callers queue at the door a group works this share of the time: accepting goes first, and
// what was accepted still gets on.
const SHARE_WHILE_BUSY = 0.1;
const LOOK_AGAIN_MS = 10;
// A batch that sat out an outage was long without having worked; its rest would last for minutes.
const REST_MS_MAX = 2_000;

/** Is told what becomes of events that were pushed together. */
export interface PushedEvents {
  /** The next of them, in their order, took effect. */
  commit(): void;
  /** Those that are left were given up. */
  fail(error: unknown): void;
}

interface Waiting {
  readonly event: IncomingEvent;
  readonly delivery: PushedEvents;
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
  readonly #isDoorBusy: () => boolean;
  #waiting: Waiting[] = [];
  #members: Member[] = [];
  #isRunning = false;
  #isWorking = false;
  #batchBeganAt = -Infinity;
  #batchEndedAt = -Infinity;

  constructor(isDoorBusy: () => boolean) {
    this.#isDoorBusy = isDoorBusy;
  }

  push(events: readonly IncomingEvent[], delivery: PushedEvents): void {
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
      await this.#pace();
      member = this.#nextMember();
      if (member) {
        this.#batchBeganAt = performance.now();
        member.inHand = this.#handleBatch(member);
        await member.inHand;
        this.#batchEndedAt = performance.now();
      }
    } while (member);
    this.#isWorking = false;
  }

  /** Gives the rest of the process a turn, a batch that is not full the time to grow, and way to the door. */
  async #pace(): Promise<void> {
    await nextTurn();
    const isFull = this.#waiting.length >= (this.#members[0]?.subscription.batchMax ?? 0);
    const restMs = this.#batchBeganAt + BATCH_PACE_MS - performance.now();
    if (this.#isRunning && !isFull && restMs > 0) await delay(restMs);
    const workedMs = this.#batchEndedAt - this.#batchBeganAt;
    const wayMs = Math.min(workedMs * (1 / SHARE_WHILE_BUSY - 1), REST_MS_MAX);
    const goesOnAt = this.#batchEndedAt + wayMs;
    while (this.#isRunning && this.#isDoorBusy() && performance.now() < goesOnAt) {
      await delay(LOOK_AGAIN_MS);
    }
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
    // Where they were dropped meanwhile, what waits now is not what was handled.
    if (this.#waiting[0] === batch[0]) this.#waiting.splice(0, batch.length);
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
