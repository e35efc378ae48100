import type { Logger } from '../../base/logger.ts';
import { wait } from '../../base/wait.ts';
import { retryTransient } from '../../postgres/retry-transient.ts';
import type { OutboxStore } from './outbox-store.ts';

// A statement that deletes this many rows takes some 20 ms. More at once would only delay the next.
const ROWS_MAX = 5_000;
// No one waits for a removal, and a statement for many rows costs little more than one for few.
const GATHER_MS = 50;

export interface RowRemoverOptions {
  readonly store: Pick<OutboxStore, 'remove'>;
  readonly log: Logger;
  readonly onRemoved: (seqs: readonly string[]) => void;
}

/** Removes the rows of sent events: one statement at a time, each for everything acknowledged meanwhile. */
export class RowRemover {
  readonly #store: RowRemoverOptions['store'];
  readonly #log: Logger;
  readonly #onRemoved: RowRemoverOptions['onRemoved'];
  readonly #stopping = new AbortController();
  readonly #waiting: string[] = [];
  #removing: Promise<void> | undefined;

  constructor({ store, log, onRemoved }: RowRemoverOptions) {
    this.#store = store;
    this.#log = log;
    this.#onRemoved = onRemoved;
  }

  add(seqs: readonly string[]): void {
    for (const seq of seqs) this.#waiting.push(seq);
    this.#removing ??= this.#removeAll();
  }

  /** Removes waiting rows, without waiting for an unavailable database. Remaining rows are sent again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#removing;
  }

  /** Never throws. */
  async #removeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < ROWS_MAX) await wait(GATHER_MS, this.#stopping.signal);
      await this.#remove(this.#waiting.splice(0, ROWS_MAX));
    }
    this.#removing = undefined;
  }

  async #remove(seqs: string[]): Promise<void> {
    const { signal } = this.#stopping;
    const onOutage = (error: unknown, attempt: number): void => {
      if (attempt === 1) this.#log.warn({ err: error }, 'outbox rows not removed, retrying');
    };
    try {
      // Retry after any error: a row that stays is sent again, which does less harm than stopping.
      await retryTransient(() => this.#store.remove(seqs), {
        signal,
        onOutage,
        isTransient: () => true,
      });
    } catch (error) {
      this.#log.warn(
        { err: error, rows: seqs.length },
        'outbox rows not removed, their events will be sent again',
      );
    }
    this.#onRemoved(seqs);
  }
}
