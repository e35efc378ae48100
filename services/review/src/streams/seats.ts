import type { UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

// A person has a few windows on a few machines. Limits a page that opens them in a loop.
const PER_PERSON_MAX = 20;
const PER_WORKSPACE_MAX = 500;
// Some 50 KB each, plus unread data.
const PER_PROCESS_MAX = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** Limits the streams of this process, so that no one takes all slots. */
export class Seats {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** @returns a function that releases it. @throws AppError RATE_LIMITED, or UNAVAILABLE if there is none left. */
  take({ workspaceId, userId }: Pick<UserPrincipal, 'workspaceId' | 'userId'>): () => void {
    const person = `${workspaceId}/${userId}`;
    if (
      this.#countOf(person) >= PER_PERSON_MAX ||
      this.#countOf(workspaceId) >= PER_WORKSPACE_MAX
    ) {
      throw tooMany('RATE_LIMITED', 'Too many event streams are open. Close one first.');
    }
    if (this.#all >= PER_PROCESS_MAX) {
      throw tooMany(
        'UNAVAILABLE',
        'No more event streams can be opened right now. Try again later.',
      );
    }
    this.#add(person, workspaceId, 1);
    return () => this.#add(person, workspaceId, -1);
  }

  #countOf(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  #add(person: string, workspaceId: string, by: 1 | -1): void {
    this.#all += by;
    for (const key of [person, workspaceId]) {
      const count = this.#countOf(key) + by;
      if (count === 0) this.#taken.delete(key);
      else this.#taken.set(key, count);
    }
  }
}

function tooMany(code: 'RATE_LIMITED' | 'UNAVAILABLE', message: string): AppError {
  return new AppError(code, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
