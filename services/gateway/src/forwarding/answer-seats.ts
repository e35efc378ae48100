import { AppError } from '@output-review/errors';
import { awaitTurn, type Line } from '@output-review/shared-kernel';

import { type Caller, callerKey } from '../access/limiter.ts';

// Of the 128 connections to each owner: a workspace leaves some to the others, however many tokens it has, and a
// caller some to the others of its workspace.
export const ANSWERS_PER_WORKSPACE_MAX = 80;
export const ANSWERS_PER_CALLER_MAX = 40;
// Far less than an assertion lives, which is made before.
const TURN_MS_MAX = 10_000;

/** The calls of one workspace. */
interface Share {
  taken: number;
  /** By caller; who was given a seat last that had been waited for is the last. */
  readonly lines: Map<string, Line>;
}

/**
 * Counts the calls that this process forwards, until their answers are read: a caller who does not read
 * keeps a connection to the owner. Who has its share waits, so that many calls at once are all answered.
 */
export class AnswerSeats {
  readonly #shares = new Map<string, Share>();
  readonly #turnMsMax: number;

  constructor(turnMsMax = TURN_MS_MAX) {
    this.#turnMsMax = turnMsMax;
  }

  /**
   * @param signal aborted when the caller hangs up.
   * @returns what gives it back, to be called once.
   * @throws AppError RATE_LIMITED where the calls of the caller or its workspace leave none in time;
   *   ClientDisconnected.
   */
  async take(caller: Caller, signal: AbortSignal): Promise<() => void> {
    const share: Share = this.#shares.get(caller.workspaceId) ?? { taken: 0, lines: new Map() };
    this.#shares.set(caller.workspaceId, share);
    const line: Line = share.lines.get(callerKey(caller)) ?? { taken: 0, waiting: new Set() };
    share.lines.set(callerKey(caller), line);
    if (hasRoom(share, line)) seat(share, line);
    else {
      const asked = awaitTurn(line, { signal, turnMsMax: this.#turnMsMax, refusal: tooMany });
      await asked.finally(() => this.#forgetUnused(caller));
    }
    return () => {
      share.taken -= 1;
      line.taken -= 1;
      seatNext(share);
      this.#forgetUnused(caller);
    };
  }

  #forgetUnused(caller: Caller): void {
    const share = this.#shares.get(caller.workspaceId);
    const line = share?.lines.get(callerKey(caller));
    if (line?.taken === 0 && line.waiting.size === 0) share?.lines.delete(callerKey(caller));
    if (share?.lines.size === 0) this.#shares.delete(caller.workspaceId);
  }
}

function hasRoom(share: Share, line: Line): boolean {
  return share.taken < ANSWERS_PER_WORKSPACE_MAX && line.taken < ANSWERS_PER_CALLER_MAX;
}

function seat(share: Share, line: Line): void {
  share.taken += 1;
  line.taken += 1;
}

/** Gives the seat that has become free to whoever waits, the callers in turn: many calls of one hold up no other. */
function seatNext(share: Share): void {
  for (const [key, line] of share.lines) {
    const [next] = line.waiting;
    if (!next || !hasRoom(share, line)) continue;
    line.waiting.delete(next);
    seat(share, line);
    share.lines.delete(key);
    share.lines.set(key, line);
    next();
    return;
  }
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Too many answers to this caller, or to its workspace, have not been read to their end.',
    { retryAfterSeconds: 1 },
  );
}
