import type { AppError } from '@output-review/errors';
import { ClientDisconnected, withDeadline } from '@output-review/runtime';

/** What counts against one holder of seats, and who waits for another one of its. */
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
 * Waits in a line until whoever gives seats back takes the waiting one out of the line, and calls it.
 *
 * @throws ClientDisconnected; the refusal where there was no turn in time. Nobody waits in the line then.
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
