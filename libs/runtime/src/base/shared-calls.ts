import { setImmediate as nextTurn } from 'node:timers/promises';

export interface SharedCallsOptions<I, O> {
  /** Answers in the order of the items. */
  readonly call: (items: readonly I[]) => Promise<readonly O[]>;
  /** Of one call. */
  readonly itemsMax: number;
}

/**
 * Lets what is asked for at the same time share a call. One call is under way; what comes meanwhile
 * goes with the next, which begins after it came. The more load there is, the larger the calls.
 */
export class SharedCalls<I, O> {
  readonly #options: SharedCallsOptions<I, O>;
  #waiting: Waiter<I, O>[] = [];
  #isRunning = false;

  constructor(options: SharedCallsOptions<I, O>) {
    this.#options = options;
  }

  /** Resolves with the answer to the item; rejects with what its call threw. */
  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // After all input of this tick was read, so that its requests are all in.
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
