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
  #isSealed: boolean;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** @param count number of events, if all are known and each has one group. */
  constructor(count?: number) {
    this.#pending = count ?? 0;
    this.#isSealed = count !== undefined;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The sender sees a failure through this promise. If it does not wait, the process must not crash.
    this.settled.catch(() => {});
    this.#settle();
  }

  expect(count: number): void {
    this.#pending += count;
  }

  commit(): void {
    this.#pending -= 1;
    this.#settle();
  }

  /** Declares that nothing more will be added. */
  seal(): void {
    this.#isSealed = true;
    this.#settle();
  }

  fail(error: unknown): void {
    this.#reject(error);
  }

  #settle(): void {
    if (this.#isSealed && this.#pending === 0) this.#resolve();
  }
}
