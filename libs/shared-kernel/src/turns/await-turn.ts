import type { AppError } from '@output-review/errors';
import { ClientDisconnected, withDeadline } from '@output-review/runtime';

/** How many seats one holder has taken, and its queue of waiters. */
export interface Line {
  taken: number;
  readonly waiting: Set<() => void>;
}

export interface Turn {
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  readonly turnMsMax: number;
  readonly refusal: () => AppError;
}

/**
 * Waits in the queue until a released seat goes to this waiter: the releaser removes it from the queue and calls it.
 *
 * @throws ClientDisconnected; the refusal if no turn comes in time. The waiter has then left the queue.
 */
export function awaitTurn({ waiting }: Line, { signal, turnMsMax, refusal }: Turn): Promise<void> {
  const waitForTurn = (ended: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(resolve);
        reject(signal.aborted ? new ClientDisconnected() : refusal());
      };
      waiting.add(resolve);
      if (ended.aborted) giveUp();
      else ended.addEventListener('abort', giveUp, { once: true });
    });
  return withDeadline({ timeoutMs: turnMsMax, signal }, waitForTurn);
}
