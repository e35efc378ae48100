/** Counts what a `send` still waits for: each event once for each group. */
export class Delivery {
  readonly settled: Promise<void>;
  #pending = 0;
  #isSealed = false;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever sends learns of a failure; one who does not wait must not end the process.
    this.settled.catch(() => {});
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
