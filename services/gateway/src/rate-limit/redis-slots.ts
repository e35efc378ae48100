import { outageReason } from '@output-review/runtime';

import type { LiveSlots, SlotRequest, TakenSlots } from './rate-window.ts';
import { RedisConnection, type RedisConnectionOptions, withinBudget } from './redis-connection.ts';

export interface RedisSlotsOptions extends RedisConnectionOptions {
  /** How long an attempt may take; 50 ms unless said. */
  readonly budgetMs?: number;
}

// A healthy Redis answers within 1 ms. Source: the design of the flow.
const BUDGET_MS = 50;
// Over tens of thousands of slots; it is done beside the requests, which wait for it.
const FILL_BUDGET_MS = 5_000;
// A probe is made beside the requests too.
const PROBE_CONNECT_MS = 1_000;

/**
 * Counts slots in Redis, within a budget. A call that fails or is late is made once more, which takes no
 * slot twice; when that fails too the breaker opens: every call fails at once until a probe has
 * reached Redis again, or it is half opened.
 */
export class RedisSlots {
  readonly #options: RedisSlotsOptions;
  readonly #budgetMs: number;
  #connection: RedisConnection | null = null;
  #opening: Promise<RedisConnection> | null = null;
  #isClosed = false;
  /** Why the breaker is open. */
  #failure: string | null = 'not reached yet';

  constructor(options: RedisSlotsOptions) {
    this.#options = options;
    this.#budgetMs = options.budgetMs ?? BUDGET_MS;
  }

  /** Why no call is let through; null where calls are. */
  get failure(): string | null {
    return this.#failure;
  }

  /** @returns null where Redis does not count under this epoch: it was emptied, or never filled. */
  take(epoch: string, requests: readonly SlotRequest[]): Promise<TakenSlots | null> {
    return this.#call((connection) => connection.take(epoch, requests));
  }

  /** Has Redis count under an epoch, beginning with these slots. */
  async fill(epoch: string, slots: readonly LiveSlots[]): Promise<void> {
    const connection = await this.#connect();
    await withinBudget(FILL_BUDGET_MS, connection.fill(epoch, slots));
  }

  /**
   * Asks Redis whether it counts under the epoch, whatever the breaker says; closes or opens it.
   *
   * @param epoch null where it is enough that Redis answers.
   * @throws what went wrong.
   */
  async probe(epoch: string | null): Promise<boolean> {
    const attempt = async (): Promise<boolean> => {
      const connection = await withinBudget(PROBE_CONNECT_MS, this.#connect());
      return withinBudget(this.#budgetMs, connection.keep(epoch ?? 'none'));
    };
    const isCounting = await attempt().catch(() => this.#lastAttempt(attempt));
    this.#closeBreaker();
    return isCounting;
  }

  /** What Redis's clock says. */
  readTime(): Promise<Date> {
    return this.#call((connection) => connection.readTime());
  }

  /** Lets calls through until one fails: another process has found Redis well. */
  halfOpen(): void {
    this.#failure = null;
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
  }

  async #call<T>(call: (connection: RedisConnection) => Promise<T>): Promise<T> {
    if (this.#failure !== null) throw new Error(`Redis is not asked: ${this.#failure}`);
    const attempt = (): Promise<T> => withinBudget(this.#budgetMs, this.#connect().then(call));
    return attempt().catch(() => this.#lastAttempt(attempt));
  }

  async #lastAttempt<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      this.#openBreaker(error);
      throw error;
    }
  }

  async #connect(): Promise<RedisConnection> {
    if (this.#connection?.isOpen) return this.#connection;
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<RedisConnection> {
    try {
      const connection = await RedisConnection.open(this.#options);
      if (this.#isClosed) connection.close();
      this.#connection = connection;
      return connection;
    } finally {
      this.#opening = null;
    }
  }

  #closeBreaker(): void {
    if (this.#failure !== null) this.#options.log.info({}, 'redis reachable');
    this.#failure = null;
  }

  #openBreaker(error: unknown): void {
    const reason = outageReason(error);
    if (this.#failure === null) {
      this.#options.log.warn({ err: error, reason }, 'redis unreachable');
    }
    this.#failure = reason;
    // It may be half open, and would be for minutes; the probe makes another.
    this.#connection?.close();
    this.#connection = null;
  }
}
