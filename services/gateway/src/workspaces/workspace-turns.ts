import { AppError } from '@output-review/errors';
import { awaitTurn, type Line } from '@output-review/shared-kernel';

// One works, and one waits for its lock.
const CHANGES_AT_ONCE_MAX = 2;
// A page waits for no longer.
const TURN_MS_MAX = 10_000;
// What is asked for is done, whether or not its caller is still there.
const NEVER = new AbortController().signal;

/**
 * Has those who change something under the lock of one workspace wait here: in a transaction each would hold a connection
 * meanwhile, and together all of them.
 */
export class WorkspaceTurns {
  /** Of workspaces in which something is being changed. */
  readonly #lines = new Map<string, Line>();

  /** @throws AppError RATE_LIMITED where it was not its turn in time; what the work fails with. */
  async during<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const line: Line = this.#lines.get(workspaceId) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(workspaceId, line);
    if (line.taken < CHANGES_AT_ONCE_MAX) line.taken += 1;
    else await awaitTurn(line, { signal: NEVER, turnMsMax: TURN_MS_MAX, refusal: tooMany });
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      if (next) {
        line.waiting.delete(next);
        next();
      } else line.taken -= 1;
      if (line.taken === 0) this.#lines.delete(workspaceId);
    }
  }
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Too many changes of this workspace are made at once. Try again in a moment.',
    { retryAfterSeconds: 1 },
  );
}
