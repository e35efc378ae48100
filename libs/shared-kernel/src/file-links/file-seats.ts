import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

import { AppError } from '@output-review/errors';
import type { Pace, RouteContext } from '@output-review/runtime';

import { awaitTurn, type Line } from '../turns/await-turn.ts';

// A gateway has 128 connections to media, and media has 64 to its store. The rest is left for other calls and for the
// files of submissions.
export const FILES_MAX = 48;
/** Maximum of one holder while no other has any. */
export const FILES_PER_HOLDER_MAX = FILES_MAX / 3;

// Mobile connections are faster, except where there is almost no network. The grace period covers changing the cell.
const FILE_PACE: Pace = { bytesPerSecondMin: 16_000, graceMs: 30_000 };
// How much the buffers of a connection take in one burst while its reader is steady: 4 MB with a caller on the same
// machine, 8 MB between gateway and media.
const BUFFERED_BYTES_MAX = 8_000_000;
const LOOK_EVERY_MS = 1_000;

/** How a file moves on a caller's connection. */
interface Moving {
  /** How many bytes the connection has moved in the file's direction, counted from any start. */
  readonly movedBytes: () => number;
  /** Ends the transfer, because it is slow and another one waits for its seat. */
  readonly giveWay: () => void;
}

/** For a file that a caller reads. A caller can resume a cut read with a range request. */
export const readOn = ({ req, res }: Pick<RouteContext, 'req' | 'res'>): Moving => ({
  movedBytes: () => req.socket.bytesWritten,
  giveWay: () => void res.destroy(),
});

/** For a file that a caller sends. */
export const sentOn = (req: IncomingMessage, lose: (late: AppError) => void): Moving => ({
  movedBytes: () => req.socket.bytesRead,
  giveWay: () => lose(tooSlow()),
});

/** Who holds the seat of a file, and how long the file waits for one. */
export interface SeatedFile extends Moving {
  /** The workspace of the file; for a file without one, the network of the reader. */
  readonly holder: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  readonly turnMsMax: number;
}

/** A file that holds a seat. */
interface Seated {
  readonly file: Moving;
  readonly line: Line;
  movedBytes: number;
  /** When it becomes too slow, unless more bytes move. */
  slowFromMs: number;
}

/**
 * Limits how many files move by links through this process, because a slow reader or sender keeps a backend connection
 * busy. A holder may take up to half as many seats as are free. One holder alone gets a third of all seats, and a
 * holder that comes after several still finds some; nine holders together have all. Other files wait for their turn.
 * While a file waits, the slowest of the files that are too slow gives way: one of the same holder, else one of a
 * holder with more seats.
 */
export class FileSeats {
  readonly #pace: Pace;
  /** The files of each holder. A holder that received a seat after waiting moves to the end. */
  readonly #lines = new Map<string, Line>();
  /** Seats whose file has not given way. */
  readonly #seated = new Set<Seated>();
  #taken = 0;
  #look: NodeJS.Timeout | undefined;

  constructor(pace: Pace = FILE_PACE) {
    this.#pace = pace;
  }

  /**
   * Holds a seat while the work runs.
   *
   * @throws AppError RATE_LIMITED if no seat becomes free for the holder in time;
   * ClientDisconnected; errors of the work.
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
   * Holds a seat until the opened body has been read to its end or is destroyed.
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
      // Bytes that moved fast earlier do not excuse a stall now, beyond what may be in buffers.
      seated.slowFromMs = Math.min(seated.slowFromMs + wonMs, latestMs);
    }
  }

  /** Makes one file that is too slow, if any, give way to the files that wait in a line. */
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

  /** Serves the holders in turn, so that many files of one do not block others. */
  #seatWaiting(): void {
    for (const [holder, line] of this.#lines) {
      const [next] = line.waiting;
      if (!next || !this.#hasRoom(line)) continue;
      line.waiting.delete(next);
      this.#seat(line, 1);
      // Moved to the end, so that the loop reaches it again.
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
