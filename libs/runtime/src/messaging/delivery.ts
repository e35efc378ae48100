import { AppError } from '@output-review/errors';

/** What a `send` fails with that a stop has left. */
export function busStopped(): AppError {
  return new AppError('UNAVAILABLE', 'The bus has stopped.');
}

/** Counts what a `send` still waits for: each event once for each group. */
export class Delivery {
  /** Resolves when all of it took effect; rejects when what is left was given up. */
  readonly settled: Promise<void>;
  #pending: number;
  #isSealed: boolean;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** @param count of events, where all of them are known and each has one group. */
  constructor(count?: number) {
    this.#pending = count ?? 0;
    this.#isSealed = count !== undefined;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever sends learns of a failure; one who does not wait must not end the process.
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

  /** Says that nothing more will be expected. */
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
