import { AppError } from '@output-review/errors';
import { type Logger, outageReason, wait } from '@output-review/runtime';

import { SharedCalls } from '../shared-calls.ts';
import { ClockSkew, readClock } from './clock-skew.ts';
import type { Counting, SlotRequest, TakenSlots } from './rate-window.ts';
import type { PostgresSlots, WindowState } from './postgres-slots.ts';
import type { RedisSlots } from './redis-slots.ts';

export interface WindowCounterDeps {
  readonly redis: RedisSlots;
  readonly postgres: PostgresSlots;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** The result of a request. */
export interface Count {
  /** Null if no slot was free. */
  readonly takenAt: Date | null;
  readonly epoch: string;
  /** Whether the epoch was certainly valid when no slot was free. */
  readonly isFinal: boolean;
}

export interface RateWindowStats {
  /** Where slots are counted, as known to this process. */
  readonly countsIn: Counting;
  readonly epoch: string;
  /** The switches that this process made, by target. */
  readonly switches: Readonly<Record<Counting, number>>;
  /** Whether this process avoids Redis. */
  readonly breaker: 'closed' | 'open';
  /** How far Redis's clock is ahead of PostgreSQL's, as last measured; 0 if they agree. */
  readonly clockSkewMs: number;
}

// A process that switches to Redis fills it immediately. If it is killed in between, Redis is never filled.
const FILL_WAIT_MS = 2_000;
const FILL_POLL_MS = 10;
// Each turn after the first follows a switch.
const TURNS_MAX = 10;

/**
 * Counts slots where the row says: in Redis or PostgreSQL, and under an epoch. This process may know an outdated row.
 * PostgreSQL detects that immediately. With Redis it shows when a slot is used or a refusal is checked. A process that
 * finds Redis down or empty switches for all processes.
 */
export class WindowCounter {
  readonly #deps: WindowCounterDeps;
  readonly #reads: SharedCalls<null, WindowState>;
  readonly #switches: Record<Counting, number> = { redis: 0, postgres: 0 };
  readonly #clocks: ClockSkew;
  #state: WindowState;
  #fallingBack: Promise<void> | null = null;
  /** The last epoch under which Redis was seen counting. */
  #seenFilled: string | null = null;
  /** The last epoch under which this process lost Redis. */
  #lostUnder: string | null = null;

  /** Reads the row. */
  static async open(deps: WindowCounterDeps): Promise<WindowCounter> {
    return new WindowCounter(deps, await deps.postgres.read());
  }

  private constructor(deps: WindowCounterDeps, state: WindowState) {
    this.#deps = deps;
    this.#state = state;
    this.#clocks = new ClockSkew(deps.log);
    this.#reads = new SharedCalls({
      call: async (callers) => {
        const read = await deps.postgres.read();
        return callers.map(() => read);
      },
      itemsMax: Infinity,
    });
  }

  get stats(): RateWindowStats {
    const { countsIn, epoch } = this.#state;
    const breaker = this.#deps.redis.failure === null ? 'closed' : 'open';
    const clockSkewMs = this.#clocks.ms;
    return { countsIn, epoch, switches: { ...this.#switches }, breaker, clockSkewMs };
  }

  /** Why Redis must not count again although it answers, as last measured; null if it may. */
  get distrust(): string | null {
    return this.#clocks.distrust;
  }

  /** Answers in the order of the requests, all under one epoch. */
  async count(requests: readonly SlotRequest[]): Promise<readonly Count[]> {
    for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
      const { countsIn, epoch } = this.#state;
      const isFinal = countsIn === 'postgres';
      const taken = isFinal
        ? await this.#deps.postgres.take(epoch, requests)
        : await this.#countInRedis(epoch, requests);
      if (taken) return taken.map((takenAt) => ({ takenAt, epoch, isFinal }));
      if (isFinal) await this.refresh();
    }
    throw new AppError(
      'UNAVAILABLE',
      'The rate limit could not be checked. Try again in a moment.',
    );
  }

  /** Whether slots of an epoch still count, by the row as read during this call. */
  async isCurrent(ofEpoch: string): Promise<boolean> {
    const { epoch, carriedEpoch } = await this.refresh();
    return ofEpoch === epoch || ofEpoch === carriedEpoch;
  }

  /** Reads the row. Concurrent calls share the statement. */
  async refresh(): Promise<WindowState> {
    const read = await this.#reads.add(null);
    // Reads may overtake each other, but epochs only rise.
    if (BigInt(read.epoch) >= BigInt(this.#state.epoch)) this.#state = read;
    return read;
  }

  /**
   * Checks where slots are counted. Without submissions too, it notices that Redis is down or empty or has a wrong
   * clock, and lets Redis count again when it is back and right.
   */
  async watch(): Promise<void> {
    const { countsIn, epoch, mayReturn } = await this.refresh();
    if (countsIn === 'redis') {
      await this.#checkRedis(epoch);
      // Another process may have found that the clocks agree, and returned to Redis. An older comparison must not undo
      // that.
      const fault = await this.#compareClocks();
      if (fault !== null) await this.#fallBack(epoch, fault);
    } else {
      const isBack = mayReturn && (await this.#deps.redis.probe(null).then(yes, no));
      // Also while Redis is avoided, so that a gateway that did not switch can report the reason.
      await this.#compareClocks();
      if (isBack && this.distrust === null) await this.#returnToRedis(epoch);
    }
  }

  async #checkRedis(epoch: string): Promise<void> {
    try {
      if (await this.#deps.redis.probe(epoch)) this.#seenFilled = epoch;
      else if (this.#seenFilled === epoch) await this.#fallBack(epoch, 'it was emptied');
      // If no process fills it by the next check, it counts as emptied.
      else this.#seenFilled = epoch;
    } catch (error) {
      await this.#fallBack(epoch, outageReason(error));
    }
  }

  async #compareClocks(): Promise<string | null> {
    const postgres = await readClock(() => this.#deps.postgres.readTime());
    // If Redis is down, the next count notices that.
    const redis = await readClock(() => this.#deps.redis.readTime()).catch(() => null);
    return redis && this.#clocks.compare(redis, postgres);
  }

  /** Null if slots are counted elsewhere by now. */
  async #countInRedis(epoch: string, requests: readonly SlotRequest[]): Promise<TakenSlots | null> {
    const untilMs = performance.now() + FILL_WAIT_MS;
    // Another process has made Redis count since then. Our own open breaker must not undo that.
    if (epoch !== this.#lostUnder) this.#deps.redis.halfOpen();
    try {
      do {
        const taken = await this.#deps.redis.take(epoch, requests);
        if (taken) {
          this.#seenFilled = epoch;
          return taken;
        }
        if (this.#seenFilled === epoch) break;
        await wait(FILL_POLL_MS, this.#deps.signal);
        if ((await this.refresh()).epoch !== epoch) return null;
      } while (performance.now() < untilMs);
    } catch (error) {
      await this.#fallBack(epoch, outageReason(error));
      return null;
    }
    await this.#fallBack(epoch, 'it was emptied');
    return null;
  }

  /** Makes PostgreSQL count for all processes, unless another process has done so. */
  #fallBack(from: string, reason: string): Promise<void> {
    this.#fallingBack ??= this.#countInPostgres(from, reason).finally(() => {
      this.#fallingBack = null;
    });
    return this.#fallingBack;
  }

  async #countInPostgres(from: string, reason: string): Promise<void> {
    this.#lostUnder = from;
    const isMine = await this.#deps.postgres.toPostgres(from);
    const { countsIn, epoch } = await this.refresh();
    if (!isMine) return;
    this.#switches.postgres += 1;
    this.#deps.log.warn(
      { from, epoch, countsIn, reason },
      'rate window moved from redis to postgres',
    );
  }

  async #returnToRedis(from: string): Promise<void> {
    const handover = await this.#deps.postgres.toRedis(from);
    if (!handover) return;
    const { epoch, slots } = handover;
    try {
      await this.#deps.redis.fill(epoch, slots);
    } catch (error) {
      await this.#fallBack(epoch, outageReason(error));
      return;
    }
    this.#switches.redis += 1;
    await this.refresh();
    this.#deps.log.info({ from, epoch, keys: slots.length }, 'rate window moved to redis');
  }
}

const yes = (): boolean => true;
const no = (): boolean => false;
