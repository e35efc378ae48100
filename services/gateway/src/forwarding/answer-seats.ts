import { AppError } from '@output-review/errors';
import { ClientDisconnected, withDeadline } from '@output-review/runtime';

import { type Caller, callerKey } from '../access/limiter.ts';

// Of the 128 connections to each owner: also some callers who do not read leave some to the others.
export const ANSWERS_PER_CALLER_MAX = 40;
// Far less than an assertion lives, which is made before.
const TURN_MS_MAX = 10_000;

/** The calls of one caller. */
interface Line {
  taken: number;
  readonly waiting: Set<() => void>;
}

/**
 * Counts the calls that this process forwards, until their answers are read: a caller who does not read
 * keeps a connection to the owner. Who has its share waits, so that many calls at once are all answered.
 */
export class AnswerSeats {
  readonly #lines = new Map<string, Line>();
  readonly #turnMsMax: number;

  constructor(turnMsMax = TURN_MS_MAX) {
    this.#turnMsMax = turnMsMax;
  }

  /**
   * @param signal aborted when the caller hangs up.
   * @returns what gives it back, to be called once.
   * @throws AppError RATE_LIMITED where the caller's own calls leave none in time; ClientDisconnected.
   */
  async take(caller: Caller, signal: AbortSignal): Promise<() => void> {
    const key = callerKey(caller);
    const line = this.#lines.get(key) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.taken < ANSWERS_PER_CALLER_MAX) line.taken += 1;
    else await this.#awaitTurn(line, signal);
    return () => this.#giveBack(key, line);
  }

  #awaitTurn({ waiting }: Line, signal: AbortSignal): Promise<void> {
    const waitForTurn = (ended: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => {
          waiting.delete(resolve);
          reject(signal.aborted ? new ClientDisconnected() : tooMany());
        };
        waiting.add(resolve);
        if (ended.aborted) giveUp();
        else ended.addEventListener('abort', giveUp, { once: true });
      });
    return withDeadline({ timeoutMs: this.#turnMsMax, signal }, waitForTurn);
  }

  #giveBack(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      // The seat goes on to it.
      line.waiting.delete(next);
      next();
      return;
    }
    line.taken -= 1;
    if (line.taken === 0) this.#lines.delete(key);
  }
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Too many answers to this caller have not been read to their end.',
    { retryAfterSeconds: 1 },
  );
}
