import { AppError } from '@output-review/errors';

/** The error of a `send` that a stop interrupts. */
export function busStopped(): AppError {
  return new AppError('UNAVAILABLE', 'The bus has stopped.');
}

/** Tracks the completion of a `send`: each event counts once for each group. */
export class Delivery {
  /** Resolves when everything took effect. Rejects when the rest was dropped. */
  readonly settled: Promise<void>;
  #pending: number;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** @param count number of events, each counted once for each group. */
  constructor(count: number) {
    this.#pending = count;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The sender sees a failure through this promise. If it does not wait, the process must not crash.
    this.settled.catch(() => {});
    this.#settle();
  }

  commit(): void {
    this.#pending -= 1;
    this.#settle();
  }

  fail(error: unknown): void {
    this.#reject(error);
  }

  #settle(): void {
    if (this.#pending === 0) this.#resolve();
  }
}
