import { finished } from 'node:stream';

import { AppError } from '@output-review/errors';

import { awaitTurn, type Line } from '../turns/await-turn.ts';

// Of the 128 connections of a gateway to media, and of the 64 of media to its store: the rest is for
// other calls, and for the files of submissions.
export const FILES_MAX = 48;
/** Of one workspace, where no other has any. */
export const FILES_PER_WORKSPACE_MAX = FILES_MAX / 3;

/** Whose file it is, and how long somebody waits for a seat. */
export interface SeatedFile {
  readonly workspaceId: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  readonly turnMsMax: number;
}

/**
 * Counts the files that move by links through this process: whoever reads or sends one slowly keeps a
 * connection behind it. A workspace has up to half as many seats as are free, so that one alone has a
 * third of all, and whoever comes after several still finds some; nine together have all. Others wait for their turn.
 */
export class FileSeats {
  /** The files of each workspace; who was given a seat last that had been waited for is the last. */
  readonly #lines = new Map<string, Line>();
  #taken = 0;

  /**
   * Takes a seat for as long as the work takes.
   *
   * @throws AppError RATE_LIMITED where the files of the workspace leave none in time;
   *   ClientDisconnected; what the work fails with.
   */
  async during<T>(file: SeatedFile, work: () => Promise<T>): Promise<T> {
    const giveBack = await this.#take(file);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /**
   * Takes a seat until the body of what is opened has been read to its end, or is destroyed.
   *
   * @throws as `during`.
   */
  async whileRead<T extends { readonly body: NodeJS.ReadableStream }>(
    file: SeatedFile,
    open: () => Promise<T>,
  ): Promise<T> {
    const giveBack = await this.#take(file);
    try {
      const opened = await open();
      finished(opened.body, { writable: false }, () => giveBack());
      return opened;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #take({ workspaceId, ...turn }: SeatedFile): Promise<() => void> {
    const line: Line = this.#lines.get(workspaceId) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(workspaceId, line);
    if (this.#hasRoom(line)) this.#seat(line, 1);
    else {
      const asked = awaitTurn(line, { ...turn, refusal: tooMany });
      await asked.finally(() => this.#forgetUnused(workspaceId));
    }
    return () => {
      this.#seat(line, -1);
      this.#seatWaiting();
      this.#forgetUnused(workspaceId);
    };
  }

  #hasRoom({ taken }: Line): boolean {
    return taken < (FILES_MAX - this.#taken) / 2;
  }

  #seat(line: Line, by: 1 | -1): void {
    this.#taken += by;
    line.taken += by;
  }

  /** The workspaces in turn: many files of one hold up no other. */
  #seatWaiting(): void {
    for (const [workspaceId, line] of this.#lines) {
      const [next] = line.waiting;
      if (!next || !this.#hasRoom(line)) continue;
      line.waiting.delete(next);
      this.#seat(line, 1);
      // The loop comes past it again at the end.
      this.#lines.delete(workspaceId);
      this.#lines.set(workspaceId, line);
      next();
    }
  }

  #forgetUnused(workspaceId: string): void {
    const line = this.#lines.get(workspaceId);
    if (line?.taken === 0 && line.waiting.size === 0) this.#lines.delete(workspaceId);
  }
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Too many files of this workspace are being read or sent by links, and none ended in time. ' +
      'Read or send fewer at once.',
    { retryAfterSeconds: 1 },
  );
}
