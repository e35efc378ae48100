import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

import { AppError } from '@output-review/errors';
import type { Pace, RouteContext } from '@output-review/runtime';

import { awaitTurn, type Line } from '../turns/await-turn.ts';

// Of the 128 connections of a gateway to media, and of the 64 of media to its store: the rest is for
// other calls, and for the files of submissions.
export const FILES_MAX = 48;
/** Of one holder, where no other has any. */
export const FILES_PER_HOLDER_MAX = FILES_MAX / 3;

// Slower than mobile lines are but where there is next to no network, and with the time to change the cell.
const FILE_PACE: Pace = { bytesPerSecondMin: 16_000, graceMs: 30_000 };
// What the buffers of a connection take in one go, as fast as it is written, while its reader goes on evenly: 4 MB at
// a caller on the same machine, 8 MB between gateway and media.
const BUFFERED_BYTES_MAX = 8_000_000;
const LOOK_EVERY_MS = 1_000;

/** How a file moves on the connection of a caller. */
interface Moving {
  /** How many bytes the connection has moved in the direction of the file, since whenever. */
  readonly movedBytes: () => number;
  /** Ends it, because it is slow and somebody waits for its seat. */
  readonly giveWay: () => void;
}

/** Of a file that a caller reads: what is cut can be gone on with by a range. */
export const readOn = ({ req, res }: Pick<RouteContext, 'req' | 'res'>): Moving => ({
  movedBytes: () => req.socket.bytesWritten,
  giveWay: () => void res.destroy(),
});

/** Of a file that a caller sends. */
export const sentOn = (req: IncomingMessage, lose: (late: AppError) => void): Moving => ({
  movedBytes: () => req.socket.bytesRead,
  giveWay: () => lose(tooSlow()),
});

/** Whom a file counts against, and how long somebody waits for a seat. */
export interface SeatedFile extends Moving {
  /** The workspace that it is of; of what is nobody's, the network that it is read from. */
  readonly holder: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  readonly turnMsMax: number;
}

/** A file that has a seat. */
interface Seated {
  readonly file: Moving;
  readonly line: Line;
  movedBytes: number;
  /** When it will be too slow, unless more of it moves. */
  slowFromMs: number;
}

/**
 * Counts the files that move by links through this process: whoever reads or sends one slowly keeps a
 * connection behind it. A holder has up to half as many seats as are free, so that one alone has a
 * third of all, and whoever comes after several still finds some; nine together have all. Others wait for their turn.
 * Where somebody waits, the slowest of those that are too slow gives way: one of the same holder, else one
 * of a holder that has more.
 */
export class FileSeats {
  readonly #pace: Pace;
  /** The files of each holder; who was given a seat last that had been waited for is the last. */
  readonly #lines = new Map<string, Line>();
  /** Those that have not given way. */
  readonly #seated = new Set<Seated>();
  #taken = 0;
  #look: NodeJS.Timeout | undefined;

  constructor(pace: Pace = FILE_PACE) {
    this.#pace = pace;
  }

  /**
   * Takes a seat for as long as the work takes.
   *
   * @throws AppError RATE_LIMITED where the files of the holder leave none in time;
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

  async #take({ holder, signal, turnMsMax, ...file }: SeatedFile): Promise<() => void> {
    const line: Line = this.#lines.get(holder) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(holder, line);
    if (this.#hasRoom(line)) this.#seat(line, 1);
    else {
      const asked = awaitTurn(line, { signal, turnMsMax, refusal: tooMany });
      this.#notePaces();
      this.#makeRoom(line);
      await asked.finally(() => this.#forgetUnused(holder));
    }
    const seated = this.#watch(file, line);
    return () => {
      this.#seated.delete(seated);
      this.#seat(line, -1);
      this.#seatWaiting();
      this.#forgetUnused(holder);
      if (this.#taken === 0) this.#stopLooking();
    };
  }

  #watch(file: Moving, line: Line): Seated {
    const slowFromMs = performance.now() + this.#pace.graceMs;
    const seated = { file, line, movedBytes: file.movedBytes(), slowFromMs };
    this.#seated.add(seated);
    this.#look ??= setInterval(() => {
      this.#notePaces();
      for (const each of this.#lines.values()) if (each.waiting.size > 0) this.#makeRoom(each);
    }, LOOK_EVERY_MS).unref();
    return seated;
  }

  #stopLooking(): void {
    clearInterval(this.#look);
    this.#look = undefined;
  }

  #notePaces(): void {
    const bufferedMs = (BUFFERED_BYTES_MAX * 1_000) / this.#pace.bytesPerSecondMin;
    const latestMs = performance.now() + this.#pace.graceMs + bufferedMs;
    for (const seated of this.#seated) {
      const movedBytes = seated.file.movedBytes();
      const wonMs = ((movedBytes - seated.movedBytes) * 1_000) / this.#pace.bytesPerSecondMin;
      seated.movedBytes = movedBytes;
      // What moved quickly before is no leave to stand still now, beyond what may lie in buffers.
      seated.slowFromMs = Math.min(seated.slowFromMs + wonMs, latestMs);
    }
  }

  /** Has one file give way to who waits in a line, if there is one that is too slow. */
  #makeRoom(line: Line): void {
    const nowMs = performance.now();
    const slow = [...this.#seated]
      .filter((each) => each.slowFromMs <= nowMs)
      .sort((one, other) => one.slowFromMs - other.slowFromMs);
    const slowest =
      slow.find((each) => each.line === line) ?? slow.find((each) => each.line.taken > line.taken);
    if (!slowest) return;
    this.#seated.delete(slowest);
    slowest.file.giveWay();
  }

  #hasRoom({ taken }: Line): boolean {
    return taken < (FILES_MAX - this.#taken) / 2;
  }

  #seat(line: Line, by: 1 | -1): void {
    this.#taken += by;
    line.taken += by;
  }

  /** The holders in turn: many files of one hold up no other. */
  #seatWaiting(): void {
    for (const [holder, line] of this.#lines) {
      const [next] = line.waiting;
      if (!next || !this.#hasRoom(line)) continue;
      line.waiting.delete(next);
      this.#seat(line, 1);
      // The loop comes past it again at the end.
      this.#lines.delete(holder);
      this.#lines.set(holder, line);
      next();
    }
  }

  #forgetUnused(holder: string): void {
    const line = this.#lines.get(holder);
    if (line?.taken === 0 && line.waiting.size === 0) this.#lines.delete(holder);
  }
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Too many files are being read or sent here, and none ended in time. Read or send fewer at once.',
    { retryAfterSeconds: 1 },
  );
}

function tooSlow(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The bytes arrived too slowly while other files were waiting. Try again.',
  );
}
