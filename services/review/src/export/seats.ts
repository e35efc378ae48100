import { AppError } from '@output-review/errors';

// A few people and automations of a workspace at a time. Limits one that exports in a loop.
const PER_WORKSPACE_MAX = 4;
// Each holds a few megabytes for as long as its reader takes.
const PER_PROCESS_MAX = 16;
const RETRY_AFTER_SECONDS = 10;
// Of fourteen connections. The others are for consumers, searches and the queue.
const READING_MAX = 3;

/** The export slots of this process: a limit on exports, and on how many read at once. */
export class ExportSeats {
  readonly #taken = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #all = 0;
  #reading = 0;

  /** @returns a function that releases it. @throws AppError RATE_LIMITED, or UNAVAILABLE if there is none left. */
  take(workspaceId: string): () => void {
    if ((this.#taken.get(workspaceId) ?? 0) >= PER_WORKSPACE_MAX) {
      throw tooMany('RATE_LIMITED', 'Four exports of this workspace are running. Wait for one.');
    }
    if (this.#all >= PER_PROCESS_MAX) {
      throw tooMany('UNAVAILABLE', 'Too many exports are running right now. Try again later.');
    }
    this.#add(workspaceId, 1);
    return () => this.#add(workspaceId, -1);
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

  #add(workspaceId: string, by: 1 | -1): void {
    this.#all += by;
    const taken = (this.#taken.get(workspaceId) ?? 0) + by;
    if (taken === 0) this.#taken.delete(workspaceId);
    else this.#taken.set(workspaceId, taken);
  }
}

function tooMany(code: 'RATE_LIMITED' | 'UNAVAILABLE', message: string): AppError {
  return new AppError(code, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
