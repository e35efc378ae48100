import { AppError } from '@output-review/errors';
import { awaitTurn, type Line } from '@output-review/shared-kernel';

import { type Caller, callerKey } from '../access/limiter.ts';
import { CONNECTIONS_MAX } from './owner-sender.ts';

/** Maximum of one workspace while no other has any. */
export const ANSWERS_PER_WORKSPACE_MAX = CONNECTIONS_MAX / 2;
// A caller leaves some to others of its workspace.
export const ANSWERS_PER_CALLER_MAX = 40;
// Far below the lifetime of an assertion, which is issued before the wait.
const TURN_MS_MAX = 10_000;

/** The calls of one workspace. */
interface Share {
  taken: number;
  /** By caller. The caller that last got a seat after a wait comes last. */
  readonly lines: Map<string, Line>;
}

/**
 * Limits the calls forwarded at once to the connections to an owner. A call counts until its answer is read, because an
 * unread answer keeps a connection. A workspace may have as many seats as are still free, however many tokens it has:
 * so one that comes after several still finds some. A caller at its limit waits, so that many concurrent calls are all
 * answered.
 */
export class AnswerSeats {
  readonly #shares = new Map<string, Share>();
  readonly #turnMsMax: number;
  #taken = 0;

  constructor(turnMsMax = TURN_MS_MAX) {
    this.#turnMsMax = turnMsMax;
  }

  /**
   * @param signal aborted when the caller hangs up.
   * @returns a function that gives the seat back, to be called once.
   * @throws AppError RATE_LIMITED if the caller or its workspace leaves no seat free in time; ClientDisconnected.
   */
  async take(caller: Caller, signal: AbortSignal): Promise<() => void> {
    const share: Share = this.#shares.get(caller.workspaceId) ?? { taken: 0, lines: new Map() };
    this.#shares.set(caller.workspaceId, share);
    const line: Line = share.lines.get(callerKey(caller)) ?? { taken: 0, waiting: new Set() };
    share.lines.set(callerKey(caller), line);
    if (this.#hasRoom(share, line)) this.#seat(share, line, 1);
    else {
      const asked = awaitTurn(line, { signal, turnMsMax: this.#turnMsMax, refusal: tooMany });
      await asked.finally(() => this.#evictUnused(caller));
    }
    return () => {
      this.#seat(share, line, -1);
      for (const each of this.#shares.values()) this.#seatNext(each);
      this.#evictUnused(caller);
    };
  }

  #hasRoom(share: Share, line: Line): boolean {
    return share.taken < CONNECTIONS_MAX - this.#taken && line.taken < ANSWERS_PER_CALLER_MAX;
  }

  #seat(share: Share, line: Line, by: 1 | -1): void {
    share.taken += by;
    line.taken += by;
    this.#taken += by;
  }

  /** Gives a free seat to the next caller in turn, so many calls of one caller do not block another. */
  #seatNext(share: Share): void {
    for (const [key, line] of share.lines) {
      const [next] = line.waiting;
      if (!next || !this.#hasRoom(share, line)) continue;
      line.waiting.delete(next);
      this.#seat(share, line, 1);
      share.lines.delete(key);
      share.lines.set(key, line);
      next();
      return;
    }
  }

  #evictUnused(caller: Caller): void {
    const share = this.#shares.get(caller.workspaceId);
    const line = share?.lines.get(callerKey(caller));
    if (line?.taken === 0 && line.waiting.size === 0) share?.lines.delete(callerKey(caller));
    if (share?.lines.size === 0) this.#shares.delete(caller.workspaceId);
  }
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Too many answers to this caller, or to its workspace, have not been read to their end.',
    { retryAfterSeconds: 1 },
  );
}
