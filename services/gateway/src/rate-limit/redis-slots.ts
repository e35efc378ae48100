import { outageReason } from '@output-review/runtime';

import type { LiveSlots, SlotRequest, TakenSlots } from './rate-window.ts';
import { RedisConnection, type RedisConnectionOptions, withinBudget } from './redis-connection.ts';

export interface RedisSlotsOptions extends RedisConnectionOptions {
  /** Time limit of an attempt; 50 ms by default. */
  readonly budgetMs?: number;
}

// A healthy Redis answers within 1 ms. Source: the design of the flow.
const BUDGET_MS = 50;
// For tens of thousands of slots. It runs beside the requests, which wait for it.
const FILL_BUDGET_MS = 5_000;
// A probe runs beside the requests too.
const PROBE_CONNECT_MS = 1_000;

/**
 * Counts slots in Redis, within a time budget. A call that fails or is late is retried once, which takes no slot twice.
 * If the retry fails too, the breaker opens: every call fails immediately until a probe reaches Redis, or the breaker
 * is half opened.
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

  /** Why calls are blocked; null if they are not. */
  get failure(): string | null {
    return this.#failure;
  }

  /** @returns null if Redis does not count under this epoch: it was emptied, or never filled. */
  take(epoch: string, requests: readonly SlotRequest[]): Promise<TakenSlots | null> {
    return this.#call((connection) => connection.take(epoch, requests));
  }

  /** Makes Redis count under an epoch, starting with these slots. */
  async fill(epoch: string, slots: readonly LiveSlots[]): Promise<void> {
    const connection = await this.#connect();
    await withinBudget(FILL_BUDGET_MS, connection.fill(epoch, slots));
  }

  /**
   * Asks Redis whether it counts under the epoch, even if the breaker is open, and closes or opens the breaker.
   *
   * @param epoch null to check only that Redis answers.
   * @throws the error of the attempt.
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

  /** The time of Redis's clock. */
  readTime(): Promise<Date> {
    return this.#call((connection) => connection.readTime());
  }

  /** Lets calls through until one fails, because another process has reached Redis. */
  halfOpen(): void {
    this.#failure = null;
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
  }

  async #call<T>(call: (connection: RedisConnection) => Promise<T>): Promise<T> {
    if (this.#failure !== null) throw new Error(`Redis is not used: ${this.#failure}`);
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
    // The connection may be half open, possibly for minutes. The probe opens another one.
    this.#connection?.close();
    this.#connection = null;
  }
}
