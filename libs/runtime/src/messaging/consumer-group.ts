import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import type { IncomingEvent, PendingEffect, Subscription, SubscriptionHandle } from './bus.ts';

// A batch is held in memory while it is handled. Source: flow, "consumer batches 8 MB".
const BATCH_BYTES_MAX = 8 * 1024 * 1024;
// Minimum interval between the starts of two batches that are not full. Larger batches share the fixed cost
// (transactions, lookups). A single event after a pause is not delayed.
const BATCH_PACE_MS = 20;
// While callers queue at the listener, a group works this share of the time: accepting has priority, and accepted
// events still make progress.
const SHARE_WHILE_BUSY = 0.1;
const POLL_MS = 10;
// A backlog of this size justifies concurrent batches. With fewer events they would only become smaller.
const BACKLOG_MIN = 250;
// A batch that waited out an outage took long without working. Its rest would otherwise last minutes.
const REST_MS_MAX = 2_000;

/** Receives the outcome of events that were pushed together. */
export interface PushedEvents {
  /** The next event, in order, took effect. */
  commit(): void;
  /** The remaining events were dropped. */
  fail(error: unknown): void;
}

interface Waiting {
  readonly event: IncomingEvent;
  readonly delivery: PushedEvents;
}

interface Member {
  readonly subscription: Subscription;
  isPaused: boolean;
}

/** A batch that is handled or being handled, and not acknowledged yet. */
class Batch {
  readonly waiting: readonly Waiting[];
  readonly member: Member;
  readonly hurry = new AbortController();
  /** Never rejects. */
  readonly handled: Promise<void>;
  /** Resolves when the effect of the batch is committed or has failed. */
  settled: Promise<void> = Promise.resolve();
  isHandled = false;
  isDone = false;
  /** True until the effect is committed or has failed. */
  isPending = true;
  isDropped = false;

  constructor(waiting: readonly Waiting[], member: Member) {
    this.waiting = waiting;
    this.member = member;
    this.handled = this.#handle();
  }

  /** Whether the batch is redelivered: events that a handler rejected stay in the queue. */
  get isVoid(): boolean {
    return this.isDropped || !(this.isDone || this.isPending);
  }

  async #handle(): Promise<void> {
    const events = this.waiting.map(({ event }) => event);
    try {
      const effect = await this.member.subscription.handle(events, this.hurry.signal);
      if (effect) this.settled = this.#settle(effect);
      else this.#end({ isDone: true });
    } catch {
      // The batch is redelivered.
      this.#end({ isDone: false });
    }
    this.isHandled = true;
  }

  #settle({ committed }: PendingEffect): Promise<void> {
    return committed.then(
      () => this.#end({ isDone: true }),
      () => this.#end({ isDone: false }),
    );
  }

  #end({ isDone }: Pick<Batch, 'isDone'>): void {
    this.isDone = isDone;
    this.isPending = false;
  }
}

/** When a lane had its last batch. */
interface Lane {
  isWorking: boolean;
  beganAt: number;
  endedAt: number;
}

/**
 * The queue of one group for a topic. Batches are taken and acknowledged in order, whichever member handles them, which
 * keeps the order of all events. If a subscription allows concurrent batches, no two of them share a key, which keeps
 * the order of each key.
 */
export class ConsumerGroup {
  readonly #isHttpBusy: () => boolean;
  readonly #waiting: Waiting[] = [];
  /** Oldest first. All but dropped batches are the front of `#waiting`. */
  readonly #batches: Batch[] = [];
  readonly #lanes: Lane[] = [];
  #members: Member[] = [];
  #isRunning = false;

  constructor(isHttpBusy: () => boolean) {
    this.#isHttpBusy = isHttpBusy;
  }

  push(events: readonly IncomingEvent[], delivery: PushedEvents): void {
    for (const event of events) this.#waiting.push({ event, delivery });
    this.#kick();
  }

  join(subscription: Subscription): SubscriptionHandle {
    const member: Member = { subscription, isPaused: false };
    this.#members.push(member);
    const { batchesAtOnceMax = 1 } = subscription;
    while (this.#lanes.length < batchesAtOnceMax) {
      this.#lanes.push({ isWorking: false, beganAt: -Infinity, endedAt: -Infinity });
    }
    this.#kick();
    const pause = async (): Promise<void> => {
      member.isPaused = true;
      await endSoon(this.#batches.filter((batch) => batch.member === member));
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
    await endSoon(this.#batches);
  }

  /** Resolves when the effects of all handled batches are committed or have failed. */
  async settled(): Promise<void> {
    await Promise.all(this.#batches.map(({ settled }) => settled));
  }

  /** Drops all waiting events. */
  drop(error: unknown): void {
    for (const batch of this.#batches) batch.isDropped = true;
    for (const { delivery } of this.#waiting.splice(0)) delivery.fail(error);
  }

  #kick(): void {
    for (const lane of this.#lanes) if (!lane.isWorking) void this.#work(lane);
  }

  async #work(lane: Lane): Promise<void> {
    lane.isWorking = true;
    await this.#pace(lane);
    for (let batch = this.#takeBatch(lane); batch; batch = this.#takeBatch(lane)) {
      lane.beganAt = performance.now();
      await batch.handled;
      lane.endedAt = performance.now();
      if (batch.isPending) void batch.settled.then(() => this.#acknowledge());
      else this.#acknowledge();
      await this.#pace(lane);
    }
    lane.isWorking = false;
  }

  /** Yields to the rest of the process, gives a batch time to fill, and gives way to the listener. */
  async #pace(lane: Lane): Promise<void> {
    await nextTurn();
    const batchMax = this.#members[0]?.subscription.batchMax ?? 0;
    const isFull = this.#waiting.length - this.#countBegun() >= batchMax;
    const restMs = lane.beganAt + BATCH_PACE_MS - performance.now();
    if (this.#isRunning && !isFull && restMs > 0) await delay(restMs);
    const workedMs = lane.endedAt - lane.beganAt;
    const restingMs = Math.min(workedMs * (1 / SHARE_WHILE_BUSY - 1), REST_MS_MAX);
    const resumesAt = lane.endedAt + restingMs;
    while (this.#isRunning && this.#isHttpBusy() && performance.now() < resumesAt) {
      await delay(POLL_MS);
    }
  }

  /** Starts the next batch. Returns undefined if this lane has none now. */
  #takeBatch(lane: Lane): Batch | undefined {
    const member = this.#members.find(({ isPaused }) => !isPaused);
    // A failed batch is redelivered before anything behind it.
    if (!this.#isRunning || !member || this.#batches.some(({ isVoid }) => isVoid)) return undefined;
    const { batchMax } = member.subscription;
    const begun = this.#countBegun();
    const next = this.#waiting.slice(begun, begun + batchMax);
    const hasBacklog = next.length >= Math.min(batchMax, BACKLOG_MIN) && !this.#isHttpBusy();
    if (lane !== this.#lanes[0] && !hasBacklog) return undefined;
    const length = batchLength(next, this.#keysInHandlers());
    if (length === 0) return undefined;
    const batch = new Batch(next.slice(0, length), member);
    this.#batches.push(batch);
    return batch;
  }

  #countBegun(): number {
    return this.#batches.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  #keysInHandlers(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const { waiting, isHandled } of this.#batches) {
      if (!isHandled) for (const { event } of waiting) keys.add(event.key);
    }
    return keys;
  }

  /** Acknowledges finished batches, up to the first unfinished one. */
  #acknowledge(): void {
    for (;;) {
      const [first] = this.#batches;
      if (!first?.isDone || first.isVoid) break;
      this.#batches.shift();
      this.#waiting.splice(0, first.waiting.length);
      for (const { delivery } of first.waiting) delivery.commit();
    }
    // Batches behind a failed one are redelivered with it, in order.
    const areSettled = this.#batches.every(({ isPending }) => !isPending);
    if (areSettled && this.#batches.some(({ isVoid }) => isVoid)) this.#batches.length = 0;
    this.#kick();
  }
}

async function endSoon(batches: readonly Batch[]): Promise<void> {
  for (const { hurry } of batches) hurry.abort();
  await Promise.all(batches.map(({ handled }) => handled));
}

/**
 * The length of the next batch: at least one event of any size. Stops before the first event whose key is being
 * handled.
 */
function batchLength(waiting: readonly Waiting[], keysInHandlers: ReadonlySet<string>): number {
  let bytes = 0;
  for (const [index, { event }] of waiting.entries()) {
    // Counts characters as bytes: nearly all of the text is ASCII.
    bytes += event.json.length;
    if (keysInHandlers.has(event.key) || (index > 0 && bytes > BATCH_BYTES_MAX)) return index;
  }
  return waiting.length;
}
