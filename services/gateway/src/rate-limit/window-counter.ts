import { AppError } from '@output-review/errors';
import { type Logger, outageReason, SharedCalls, wait } from '@output-review/runtime';

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

/** What became of a request. */
export interface Count {
  /** Null where there was no slot. */
  readonly takenAt: Date | null;
  readonly epoch: string;
  /** Whether it is sure that the epoch was valid when there was no slot. */
  readonly isFinal: boolean;
}

export interface RateWindowStats {
  /** Where slots are counted, as far as this process knows. */
  readonly countsIn: Counting;
  readonly epoch: string;
  /** The switches that this process made, by where to. */
  readonly switches: Readonly<Record<Counting, number>>;
  /** Whether this process leaves Redis alone. */
  readonly breaker: 'closed' | 'open';
  /** By how much Redis's clock is ahead of PostgreSQL's, as last seen; 0 where they agree. */
  readonly clockSkewMs: number;
}

// A process that has just switched to Redis fills it at once; one that was killed meanwhile never does.
const FILL_WAIT_MS = 2_000;
const FILL_POLL_MS = 10;
// Each comes of a switch.
const TURNS_MAX = 10;

/**
 * Counts slots where they are counted: the row says whether in Redis or in PostgreSQL, and under which
 * epoch. What this process knows of the row may be old. In PostgreSQL that shows at once; in Redis it
 * shows when a slot is used or a refusal is checked. A process that finds Redis away or empty switches
 * for all.
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
  /** The last epoch under which this process was the one to lose it. */
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

  /** Why Redis is not returned to although it answers, as last seen; null where nothing speaks against it. */
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

  /** Whether slots of an epoch still count, by the row as it is after this call. */
  async isCurrent(ofEpoch: string): Promise<boolean> {
    const { epoch, carriedEpoch } = await this.refresh();
    return ofEpoch === epoch || ofEpoch === carriedEpoch;
  }

  /** Reads the row; whoever asks at the same time shares the statement. */
  async refresh(): Promise<WindowState> {
    const read = await this.#reads.add(null);
    // Reads may overtake each other; epochs only rise.
    if (BigInt(read.epoch) >= BigInt(this.#state.epoch)) this.#state = read;
    return read;
  }

  /**
   * Looks after who counts: notices that Redis is away or empty also where nobody submits, and that its
   * clock is wrong, and has it count again when it is back and right.
   */
  async watch(): Promise<void> {
    const { countsIn, epoch, mayReturn } = await this.refresh();
    if (countsIn === 'redis') {
      await this.#checkRedis(epoch);
      // Another may have seen them agree and returned: to go by what was seen before would take it back.
      const fault = await this.#compareClocks();
      if (fault !== null) await this.#fallBack(epoch, fault);
    } else {
      const isBack = mayReturn && (await this.#deps.redis.probe(null).then(yes, no));
      // Also while Redis is left alone: a gateway that did not switch can say by it why.
      await this.#compareClocks();
      if (isBack && this.distrust === null) await this.#returnToRedis(epoch);
    }
  }

  async #checkRedis(epoch: string): Promise<void> {
    try {
      if (await this.#deps.redis.probe(epoch)) this.#seenFilled = epoch;
      else if (this.#seenFilled === epoch) await this.#fallBack(epoch, 'it was emptied');
      // Filled by nobody by the next turn, it counts as seen and lost.
      else this.#seenFilled = epoch;
    } catch (error) {
      await this.#fallBack(epoch, outageReason(error));
    }
  }

  async #compareClocks(): Promise<string | null> {
    const postgres = await readClock(() => this.#deps.postgres.readTime());
    // Where it is away, whoever counts finds out.
    const redis = await readClock(() => this.#deps.redis.readTime()).catch(() => null);
    return redis && this.#clocks.compare(redis, postgres);
  }

  /** Null where somebody else counts by now. */
  async #countInRedis(epoch: string, requests: readonly SlotRequest[]): Promise<TakenSlots | null> {
    const untilMs = performance.now() + FILL_WAIT_MS;
    // Since then another process has had Redis count: to go by our own breaker would take it back.
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

  /** Has PostgreSQL count for all, unless another process has done so. */
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
