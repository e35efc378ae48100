import { wait } from '../../base/wait.ts';
import { retryPauseMs } from '../../postgres/retry-transient.ts';
import { ObservedSends, type ObservedSendsOptions } from './observed-sends.ts';
import type { StoredEvent } from './outbox-store.ts';

// Limit of what a producer and the consumers behind it take at once. Source: flow, "batches 8 MB".
const BATCH_BYTES_MAX = 8 * 1024 * 1024;
const BATCH_EVENTS_MAX = 2_000;
// Keeps the groups busy while earlier batches wait for the slowest one. Beyond this limit events collect into larger
// batches.
const SENDS_MAX = 16;

export interface EventSenderOptions extends ObservedSendsOptions {
  readonly onSent: (batch: readonly StoredEvent[]) => void;
}

/**
 * Sends events in the order in which they were added, several batches concurrently. After a failure it waits for the
 * other batches, then resends what failed before anything newer.
 */
export class EventSender {
  readonly #sends: ObservedSends;
  readonly #onSent: EventSenderOptions['onSent'];
  readonly #stopping = new AbortController();
  #waiting: StoredEvent[] = [];
  readonly #sending = new Set<Promise<void>>();
  #failed: { order: number; batch: StoredEvent[] }[] = [];
  #order = 0;
  #isPausing = false;
  /** Consecutive rounds of retries. */
  #rounds = 0;

  constructor({ onSent, ...options }: EventSenderOptions) {
    this.#sends = new ObservedSends(options);
    this.#onSent = onSent;
  }

  add(events: readonly StoredEvent[]): void {
    for (const event of events) this.#waiting.push(event);
    this.#pump();
  }

  /** Sends nothing more. Resolves when nothing is in flight. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#sending);
  }

  #isHeld(): boolean {
    return this.#stopping.signal.aborted || this.#isPausing || this.#failed.length > 0;
  }

  #pump(): void {
    while (!this.#isHeld() && this.#sending.size < SENDS_MAX && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchLength(this.#waiting));
      this.#order += 1;
      const sending = this.#send(batch, this.#order);
      this.#sending.add(sending);
      void sending.then(() => this.#settle(sending));
    }
  }

  /** Never throws. */
  async #send(batch: StoredEvent[], order: number): Promise<void> {
    try {
      await this.#sends.send(batch, this.#stopping.signal);
      this.#rounds = 0;
      this.#onSent(batch);
    } catch {
      this.#failed.push({ order, batch });
    }
  }

  async #settle(sending: Promise<void>): Promise<void> {
    this.#sending.delete(sending);
    if (this.#failed.length > 0 && this.#sending.size === 0) await this.#repeat();
    this.#pump();
  }

  async #repeat(): Promise<void> {
    const failed = this.#failed.toSorted((one, other) => one.order - other.order);
    this.#waiting = [...failed.flatMap(({ batch }) => batch), ...this.#waiting];
    this.#failed = [];
    this.#rounds += 1;
    this.#isPausing = true;
    await wait(retryPauseMs(this.#rounds), this.#stopping.signal);
    this.#isPausing = false;
  }
}

/** The length of the next batch: at least one event of any size. */
function batchLength(waiting: readonly StoredEvent[]): number {
  let bytes = 0;
  for (const [index, event] of waiting.entries()) {
    bytes += event.json.length;
    if (index === BATCH_EVENTS_MAX || (index > 0 && bytes > BATCH_BYTES_MAX)) return index;
  }
  return waiting.length;
}
