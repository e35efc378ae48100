import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { outsideTraces } from '../../base/traceparent.ts';
import { within } from '../../base/wait.ts';
import { type Loop, startLoop } from '../../lifecycle/start-loop.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Bus } from '../bus.ts';
import { EventSender } from './event-sender.ts';
import type { OutboxStats, OutboxStore, StoredEvent } from './outbox-store.ts';
import { RowRemover } from './row-remover.ts';

export interface OutboxRelayOptions {
  readonly store: OutboxStore;
  readonly bus: Pick<Bus, 'send'>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry?: Telemetry;
  /** How long the rows of others are left alone; 2 s by default. */
  readonly graceMs?: number;
  /** How often it is looked for rows that nobody handed over, a fifth as often where none were; 1 s by default. */
  readonly sweepEveryMs?: number;
  /** How much may be on its way, in bytes of JSON; 16 MB by default. */
  readonly bytesInFlightMax?: number;
  /**
   * Whether no other process ever sends from this store; no by default. What a killed process had
   * claimed is then sent by the next start at once, and not when its claims have ended; and what this one left to the
   * sweeper, when all else is sent, whatever the grace.
   */
  readonly isSingleInstance?: boolean;
}

export interface RelayStats extends OutboxStats {
  readonly rowsInFlight: number;
  readonly bytesInFlight: number;
}

const GRACE_MS = 2_000;
const SWEEP_EVERY_MS = 1_000;
// What this relay left to the sweeper is known; what is found after an idle turn was left by a process that died.
const SWEEP_IDLE_TIMES = 5;
// What lies in memory is copied by each collection of garbage; a backlog rests in the table.
const BYTES_IN_FLIGHT_MAX = 16 * 1024 * 1024;
// A claim is read and parsed in one go, and the process answers nobody meanwhile: some milliseconds.
const CLAIM_BYTES_MAX = 1024 * 1024;
const CLAIM_ROWS_MAX = 500;
// Keys, ids and objects beside the JSON, so that a million tiny events do not fill the memory.
const BYTES_BESIDE_JSON = 500;
// The whole service has 5 s to stop in.
const STOP_GRACE_MS = 2_000;
// Less than a claim lasts: one that has ended may be another's by now.
const RELEASED_MS_MAX = 20_000;

/**
 * Sends the rows of an outbox and removes them once the bus has acknowledged them.
 *
 * At least once: a row goes only after its acknowledgement, so a kill at any instant repeats events
 * and loses none. No transaction is open while it sends. Sequence numbers become visible out of order,
 * so the sweeper asks for rows by their age and keeps no last number from one pass to the next. Events
 * of one process go in the order in which they were handed over; after an overload, or when another
 * replica sweeps, a key may see an older event late, which is why events carry a version.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions & Required<Omit<OutboxRelayOptions, 'telemetry'>>;
  readonly #sender: EventSender;
  readonly #remover: RowRemover;
  /** Rows that were taken and not yet removed, with when they were claimed; the sweeper must not take them again. */
  readonly #inFlight = new Map<string, number>();
  /** Rows that were removed while the sweeper claims: what it is told may be older. */
  #removedMeanwhile: Set<string> | null = null;
  readonly #changed = new ChangeSignal();
  readonly #stopping = new AbortController();
  #bytesInFlight = 0;
  /** Whether rows that were committed here wait for the sweeper. */
  #hasLeft = false;
  #loop: Loop | undefined;
  #isFirstSweep = true;
  /** From then on the store may be closed; what is still claimed stays so until its claim ends. */
  #isStopped = false;

  constructor(options: OutboxRelayOptions) {
    const sweeping = { graceMs: GRACE_MS, sweepEveryMs: SWEEP_EVERY_MS };
    const defaults = {
      ...sweeping,
      bytesInFlightMax: BYTES_IN_FLIGHT_MAX,
      isSingleInstance: false,
    };
    this.#options = { ...defaults, ...options };
    this.#sender = new EventSender({ ...options, onSent: (batch) => this.#acknowledge(batch) });
    this.#remover = new RowRemover({ ...options, onRemoved: (seqs) => this.#forget(seqs) });
  }

  /**
   * Sends events whose rows were committed a moment ago, without reading them back. Never waits and
   * never fails: over the limit in flight, or when stopped, it leaves them to the sweeper.
   */
  dispatch(stored: readonly StoredEvent[]): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#bytesInFlight + sizeOf(stored) > this.#options.bytesInFlightMax) {
      this.#hasLeft = true;
      this.#loop?.expectWork();
      return;
    }
    // A sweep without grace may have been faster.
    const others = stored.filter(({ seq }) => !this.#inFlight.has(seq));
    // Many requests share a batch, and what sends it goes on after the one that began it.
    outsideTraces(() => this.#take(others));
  }

  /** Begins to sweep, first of all what an earlier process left. */
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

  /** Takes nothing further; gives what is on its way two seconds, then others what is not sent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#changed.notify();
    await within(STOP_GRACE_MS, this.#finish());
    this.#isStopped = true;
  }

  /** Resolves when every row has been sent and removed, its own or not; for tests and measurements. */
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

  /** Whether nothing is sent though rows wait that nobody else hands over: the consumers have nothing to do. */
  #hasOnlyLeft(): boolean {
    return this.#options.isSingleInstance && this.#hasLeft && this.#inFlight.size === 0;
  }

  /** Claims, as room permits, until there is nothing more; answers how many it took. */
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
      // Some may have been handed over while they were being claimed, even sent and removed.
      const others = rows.filter(({ seq }) => !this.#inFlight.has(seq) && !removed.has(seq));
      this.#take(others, claimedAtMs);
      taken += others.length;
    }
    return taken;
  }

  /** Waits for room for a claim; false when it is time to stop. */
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

  /** Gives back what is claimed and was not sent, now that nothing is sent any more. Never rejects. */
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
      log.warn({ err: error, rows: claimed.length }, 'outbox rows stay claimed for a while');
    }
  }

  async #idle(): Promise<void> {
    while (this.#inFlight.size > 0 && !this.#stopping.signal.aborted) await this.#changed.wait();
  }

  /** @param claimedAtMs none where they were handed over. */
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

/** Wakes whoever waits for the next change of something. */
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
