import { AppError } from '@output-review/errors';
import { awaitTurn, type Line, transact, type Tx } from '@output-review/shared-kernel';

// One runs, and one waits for its lock.
const CHANGES_AT_ONCE_MAX = 2;
// A page does not wait for longer.
const TURN_MS_MAX = 10_000;

/**
 * Queues changes of one workspace, which wait for each other's locks. If they waited inside a transaction, each would
 * hold a connection, and together they could hold all connections.
 */
export class WorkspaceTurns {
  /** Workspaces that are being changed. */
  readonly #lines = new Map<string, Line>();

  /**
   * Runs the work in a transaction of its own when its turn comes.
   *
   * @throws AppError RATE_LIMITED if its turn does not come in time; the error of the work.
   */
  async transact<T>(
    ctx: Parameters<typeof transact>[0],
    workspaceId: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const line: Line = this.#lines.get(workspaceId) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(workspaceId, line);
    if (line.taken < CHANGES_AT_ONCE_MAX) line.taken += 1;
    else {
      // A change is made whether or not its caller is still connected.
      const { signal } = new AbortController();
      await awaitTurn(line, { signal, turnMsMax: TURN_MS_MAX, refusal: tooMany });
    }
    try {
      return await transact(ctx, work);
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
