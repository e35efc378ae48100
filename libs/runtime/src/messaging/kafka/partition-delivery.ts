import type { PushedEvents } from '../consumer-group.ts';

/** Follows messages of a partition through the queue of their group. */
export class PartitionDelivery implements PushedEvents {
  /** Resolves when all of them took effect; rejects when those that are left were given up. */
  readonly settled: Promise<void>;
  readonly #records: readonly { readonly offset: string }[];
  readonly #onHandled: (offset: string) => void;
  #handled = 0;
  #isGivenUp = false;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** @param onHandled told of each that took effect, in their order. */
  constructor(
    records: readonly { readonly offset: string }[],
    onHandled: (offset: string) => void,
  ) {
    this.#records = records;
    this.#onHandled = onHandled;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // One that is given up before anybody waits must not end the process.
    this.settled.catch(() => {});
  }

  /** One that took effect after it was given up comes again, and counts then. */
  commit(): void {
    const record = this.#records[this.#handled];
    if (this.#isGivenUp || record === undefined) return;
    this.#handled += 1;
    this.#onHandled(record.offset);
    if (this.#handled === this.#records.length) this.#resolve();
  }

  fail(error: unknown): void {
    this.#isGivenUp = true;
    this.#reject(error);
  }
}
