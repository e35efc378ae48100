import { inTime } from '../base/wait.ts';

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
        await inTime(this.#closeTimeoutMs, Promise.resolve().then(closer.close));
      } catch (error) {
        failures.push(new Error(`Closing ${closer.name} failed`, { cause: error }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Shutdown was incomplete');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
