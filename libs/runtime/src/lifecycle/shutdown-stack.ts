import { setTimeout as delay } from 'node:timers/promises';

interface Closer {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

/** The default time limit of a closer. */
export const CLOSER_MS_MAX = 10_000;

/**
 * Closes resources in reverse order, each once.
 *
 * A closer that fails or hangs does not keep the others from closing. All failures are thrown together at the end.
 * Works with `await using`.
 */
export class ShutdownStack {
  readonly #closers: Closer[] = [];
  readonly #closeTimeoutMs: number;

  /** @param closeTimeoutMs time limit of one closer. */
  constructor({ closeTimeoutMs = CLOSER_MS_MAX }: { closeTimeoutMs?: number } = {}) {
    this.#closeTimeoutMs = closeTimeoutMs;
  }

  /** Adds a closer. Its `name` appears in the error if it fails. */
  add(name: string, close: () => Promise<void> | void): void {
    this.#closers.push({ name, close });
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) {
      try {
        await this.#closeInTime(closer);
      } catch (error) {
        failures.push(new Error(`Closing ${closer.name} failed`, { cause: error }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Shutdown was incomplete');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #closeInTime({ close }: Closer): Promise<void> {
    const done = new AbortController();
    const timeout = delay(this.#closeTimeoutMs, undefined, { signal: done.signal }).then(() => {
      throw new Error(`It took longer than ${this.#closeTimeoutMs} ms`);
    });
    try {
      await Promise.race([Promise.resolve().then(close), timeout]);
    } finally {
      timeout.catch(() => {});
      done.abort();
    }
  }
}
