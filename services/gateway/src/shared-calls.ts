import { setImmediate as nextTurn } from 'node:timers/promises';

export interface SharedCallsOptions<I, O> {
  /** Answers in the order of the items. */
  readonly call: (items: readonly I[]) => Promise<readonly O[]>;
  /** Maximum number of items in one call. */
  readonly itemsMax: number;
}

/**
 * Batches concurrent requests into shared calls. Only one call is in flight. Items that arrive meanwhile go into the
 * next call, which starts after they arrived. Calls grow with the load.
 */
export class SharedCalls<I, O> {
  readonly #options: SharedCallsOptions<I, O>;
  #waiting: Waiter<I, O>[] = [];
  #isRunning = false;

  constructor(options: SharedCallsOptions<I, O>) {
    this.#options = options;
  }

  /** Resolves with the answer for the item. Rejects with the error of its call. */
  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // Wait until all input of this tick is read, so that all its requests are included.
      await nextTurn();
      await this.#callFor(this.#waiting.splice(0, this.#options.itemsMax));
    }
    this.#isRunning = false;
  }

  async #callFor(waiters: readonly Waiter<I, O>[]): Promise<void> {
    try {
      const answers = await this.#options.call(waiters.map(({ item }) => item));
      if (answers.length !== waiters.length) throw new Error('A shared call left items unanswered');
      answers.forEach((answer, index) => waiters[index]?.resolve(answer));
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
  }
}

interface Waiter<I, O> {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
}
