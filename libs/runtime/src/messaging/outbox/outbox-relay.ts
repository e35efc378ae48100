import type { Clock } from '../../base/clock.ts';
import { outsideTraces } from '../../base/traceparent.ts';
import { within } from '../../base/wait.ts';
import { type Loop, startLoop } from '../../lifecycle/start-loop.ts';
import { EventSender } from './event-sender.ts';
import type { ObservedSendsOptions } from './observed-sends.ts';
import type { OutboxStats, OutboxStore, StoredEvent } from './outbox-store.ts';
import { RowRemover } from './row-remover.ts';

export interface OutboxRelayOptions extends ObservedSendsOptions {
  readonly store: OutboxStore;
  readonly clock: Clock;
  /** Minimum age of rows that the sweeper takes from other replicas. Defaults to 2 s. */
  readonly graceMs?: number;
  /**
   * Interval of the sweeps for rows that were not dispatched; five times as long after an idle sweep. Defaults to 1 s.
   */
  readonly sweepEveryMs?: number;
  /** Maximum size of events in flight, in bytes of JSON. Defaults to 16 MB. */
  readonly bytesInFlightMax?: number;
  /**
   * Whether no other process ever sends from this store. Defaults to false. If true, the next start resends the claims
   * of a killed process immediately instead of after they expire. Rows that this process left to the sweeper are sent
   * as soon as nothing else is in flight, without the grace period.
   */
  readonly isSingleInstance?: boolean;
}

export interface RelayStats extends OutboxStats {
  readonly rowsInFlight: number;
  readonly bytesInFlight: number;
}

const GRACE_MS = 2_000;
const SWEEP_EVERY_MS = 1_000;
// The relay knows which rows it left to the sweeper. Rows found after an idle turn are from a process that died.
const SWEEP_IDLE_TIMES = 5;
// Each garbage collection copies data in memory, so a backlog stays in the table.
const BYTES_IN_FLIGHT_MAX = 16 * 1024 * 1024;
// A claim is read and parsed in one go, which blocks the process for some milliseconds.
const CLAIM_BYTES_MAX = 1024 * 1024;
const CLAIM_ROWS_MAX = 500;
// Keys, IDs and objects beside the JSON, so that a million tiny events do not exhaust memory.
const BYTES_BESIDE_JSON = 500;
// The whole service has 5 s to stop.
const STOP_GRACE_MS = 2_000;
// Less than the lifetime of a claim: another replica may hold an expired one.
const RELEASED_MS_MAX = 20_000;

/**
 * Sends the rows of an outbox and removes them once the bus has acknowledged them.
 *
 * Delivery is at least once: a row is removed only after its acknowledgement, so a kill at any instant repeats events
 * and loses none. No transaction is open while it sends. Sequence numbers become visible out of order, so the sweeper
 * selects rows by age and remembers no last number between passes. Events of one process are sent in the order of their
 * dispatch. After an overload, or when another replica sweeps, an older event of a key may arrive late, so events carry
 * a version.
 */
export class OutboxRelay {
  readonly #options: Required<OutboxRelayOptions>;
  readonly #sender: EventSender;
  readonly #remover: RowRemover;
  /** Taken rows that are not removed yet, with their claim times. The sweeper must not take them again. */
  readonly #inFlight = new Map<string, number>();
  /** Rows removed during a claim, whose result may be older. */
  #removedMeanwhile: Set<string> | null = null;
  readonly #changed = new ChangeSignal();
  readonly #stopping = new AbortController();
  #bytesInFlight = 0;
  /** Whether rows committed by this process wait for the sweeper. */
  #hasLeft = false;
  #loop: Loop | undefined;
  #isFirstSweep = true;
  /** Once true, the store may be closed. Remaining claims stay until they expire. */
  #isStopped = false;

  constructor(options: OutboxRelayOptions) {
    this.#options = {
      ...{ graceMs: GRACE_MS, sweepEveryMs: SWEEP_EVERY_MS },
      ...{ bytesInFlightMax: BYTES_IN_FLIGHT_MAX, isSingleInstance: false },
      ...options,
    };
    this.#sender = new EventSender({ ...options, onSent: (batch) => this.#acknowledge(batch) });
    this.#remover = new RowRemover({ ...options, onRemoved: (seqs) => this.#forget(seqs) });
  }

  /**
   * Sends events whose rows were just committed, without reading them back. Never waits and never fails. If stopped, or
   * over the limit in flight, it leaves them to the sweeper.
   */
  dispatch(stored: readonly StoredEvent[]): void {
    if (this.#bytesInFlight + sizeOf(stored) > this.#options.bytesInFlightMax) {
      this.#hasLeft = true;
      this.#loop?.expectWork();
      return;
    }
    // A sweep without a grace period may have taken some already.
    const others = stored.filter(({ seq }) => !this.#inFlight.has(seq));
    // Many requests share a batch, and sending it outlives the request that started it.
    outsideTraces(() => this.#take(others));
  }

  /** Starts sweeping, beginning with the rows that an earlier process left. */
  start(): void {
    const { log, clock, graceMs, sweepEveryMs: everyMs } = this.#options;
    this.#loop ??= startLoop({
      name: 'outbox-sweeper',
      everyMs,
      idleEveryMs: everyMs * SWEEP_IDLE_TIMES,
      run: async () => {
        const isAtOnce = this.#isFirstSweep || this.#hasOnlyLeft();
        if (isAtOnce) this.#hasLeft = false;
        const found = await this.#sweep(isAtOnce ? 0 : graceMs);
        this.#isFirstSweep = false;
        return found === 0 ? 'idle' : null;
      },
      log,
      clock,
    });
  }

  /** Takes nothing more. Gives events in flight two seconds, then releases unsent rows to other replicas. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#changed.notify();
    await within(STOP_GRACE_MS, this.#finish());
    this.#isStopped = true;
  }

  /** Resolves when all rows, including those of others, are sent and removed. For tests and benchmarks. */
  async drained(): Promise<void> {
    let found: number;
    do {
      await this.#idle();
      found = await this.#sweep(0);
      await this.#idle();
    } while (found > 0 && !this.#stopping.signal.aborted);
  }

  async stats(): Promise<RelayStats> {
    return {
      ...(await this.#options.store.stats()),
      rowsInFlight: this.#inFlight.size,
      bytesInFlight: this.#bytesInFlight,
    };
  }

  /** Whether nothing is in flight although rows wait that only the sweeper sends, so consumers are idle. */
  #hasOnlyLeft(): boolean {
    return this.#options.isSingleInstance && this.#hasLeft && this.#inFlight.size === 0;
  }

  /** Claims rows while there is room until none are left. Returns the number taken. */
  async #sweep(olderThanMs: number): Promise<number> {
    const { isSingleInstance } = this.#options;
    const limits = {
      ...{ rowsMax: CLAIM_ROWS_MAX, bytesMax: this.#claimBytesMax() },
      ...{ olderThanMs, isSingleInstance },
    };
    let after: string | null = null;
    let taken = 0;
    while (await this.#hasRoom()) {
      const removed = (this.#removedMeanwhile = new Set<string>());
      const claimedAtMs = performance.now();
      const rows: StoredEvent[] = await this.#options.store.claim({ ...limits, after }, [
        ...this.#inFlight.keys(),
      ]);
      this.#removedMeanwhile = null;
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.seq;
      // Some may have been dispatched during the claim, or even sent and removed.
      const others = rows.filter(({ seq }) => !this.#inFlight.has(seq) && !removed.has(seq));
      this.#take(others, claimedAtMs);
      taken += others.length;
    }
    return taken;
  }

  /** Waits for room for a claim. Returns false when stopping. */
  async #hasRoom(): Promise<boolean> {
    const roomAt = this.#options.bytesInFlightMax - this.#claimBytesMax();
    while (this.#bytesInFlight > roomAt && !this.#stopping.signal.aborted) {
      await this.#changed.wait();
    }
    return !this.#stopping.signal.aborted;
  }

  #claimBytesMax(): number {
    return Math.min(CLAIM_BYTES_MAX, this.#options.bytesInFlightMax / 2);
  }

  async #finish(): Promise<void> {
    await this.#sender.stop();
    await this.#remover.stop();
    await this.#loop?.stop();
    await this.#release();
  }

  /** Releases claimed, unsent rows after sending has stopped. Never rejects. */
  async #release(): Promise<void> {
    if (this.#isStopped) return;
    const sinceMs = performance.now() - RELEASED_MS_MAX;
    const claimed = [...this.#inFlight].filter(([, claimedAtMs]) => claimedAtMs > sinceMs);
    this.#inFlight.clear();
    if (claimed.length === 0) return;
    try {
      await this.#options.store.release(claimed.map(([seq]) => seq));
    } catch (error) {
      const { log } = this.#options;
      log.warn(
        { err: error, rows: claimed.length },
        'outbox rows not released, they stay claimed until their claims expire',
      );
    }
  }

  async #idle(): Promise<void> {
    while (this.#inFlight.size > 0 && !this.#stopping.signal.aborted) await this.#changed.wait();
  }

  /** @param claimedAtMs absent for dispatched events. */
  #take(events: readonly StoredEvent[], claimedAtMs = -Infinity): void {
    this.#bytesInFlight += sizeOf(events);
    for (const { seq } of events) this.#inFlight.set(seq, claimedAtMs);
    this.#sender.add(events);
  }

  #acknowledge(batch: readonly StoredEvent[]): void {
    this.#bytesInFlight -= sizeOf(batch);
    this.#remover.add(batch.map(({ seq }) => seq));
    this.#changed.notify();
  }

  #forget(seqs: readonly string[]): void {
    for (const seq of seqs) {
      this.#inFlight.delete(seq);
      this.#removedMeanwhile?.add(seq);
    }
    if (this.#hasOnlyLeft()) this.#loop?.wake();
    this.#changed.notify();
  }
}

function sizeOf(events: readonly StoredEvent[]): number {
  return events.reduce((bytes, { json }) => bytes + json.length + BYTES_BESIDE_JSON, 0);
}

/** Wakes everyone who waits for the next change. */
class ChangeSignal {
  #wake: () => void = () => {};
  #next = this.#renew();

  /** Resolves at the next change. */
  wait(): Promise<void> {
    return this.#next;
  }

  notify(): void {
    const wake = this.#wake;
    this.#next = this.#renew();
    wake();
  }

  #renew(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
