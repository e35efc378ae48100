import { Seats } from '../seats.ts';

// A few people and automations of a workspace at a time. Limits one that exports in a loop.
const PER_WORKSPACE_MAX = 4;
// Of fourteen connections. The others are for consumers, searches and the queue.
const READING_MAX = 3;

/** The export slots of this process: a limit on exports, and on how many read at once. */
export class ExportSeats {
  readonly #seats = new Seats({
    // Each holds a few megabytes for as long as its reader takes.
    ...{ perProcess: 16, retryAfterSeconds: 10 },
    tooMany: 'Four exports of this workspace are running. Wait for one.',
    full: 'Too many exports are running right now. Try again later.',
  });
  readonly #waiting: (() => void)[] = [];
  #reading = 0;

  /** @returns a function that releases it. @throws AppError RATE_LIMITED, or UNAVAILABLE if there is none left. */
  take(workspaceId: string): () => void {
    return this.#seats.take({ [workspaceId]: PER_WORKSPACE_MAX });
  }

  /** Waits for a turn to read. A slow reader holds no turn. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    if (this.#reading < READING_MAX) this.#reading += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#reading -= 1;
    }
  }
}
