import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';

import type { SpoolShare } from './spool-budget.ts';

const PART_BYTES = 64 * 1024;

/** Buffers bytes on disk on their way to the store until their size is known. */
export class Spool {
  readonly #handle: FileHandle;
  readonly #share: SpoolShare;
  #size = 0;
  /** At least `size`. */
  #taken = 0;

  private constructor(handle: FileHandle, share: SpoolShare) {
    this.#handle = handle;
    this.#share = share;
  }

  /**
   * Opens an unlinked file, which disappears when this process ends for any reason.
   *
   * @param folder created if it does not exist.
   * @param share is charged for the bytes.
   * @throws AppError UNAVAILABLE if the file cannot be created.
   */
  static async open(folder: string, share: SpoolShare): Promise<Spool> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, newId());
      const handle = await open(path, 'wx+', 0o600);
      await unlink(path);
      return new Spool(handle, share);
    } catch (error) {
      throw noSpool(error);
    }
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * @param signal aborts the wait for room.
   * @throws AppError MEDIA_QUOTA_EXCEEDED; UNAVAILABLE if there is no room or the disk is full.
   */
  async add(chunk: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#share.take(chunk.byteLength, signal);
    this.#taken += chunk.byteLength;
    try {
      for (let start = 0; start < chunk.byteLength;) {
        const { bytesWritten } = await this.#handle.write(chunk, start);
        start += bytesWritten;
      }
    } catch (error) {
      throw noSpool(error);
    }
    this.#size += chunk.byteLength;
  }

  /** Reads everything from the start. May be called repeatedly. */
  read(): Readable {
    return Readable.from(this.#readParts(), { objectMode: false });
  }

  // Not a stream of the handle, which would close the handle when its reader stops.
  async *#readParts(): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < this.#size;) {
      const part = Buffer.allocUnsafe(PART_BYTES);
      const { bytesRead } = await this.#handle.read(part, 0, PART_BYTES, position);
      if (bytesRead === 0) throw noSpool(new Error('The spool is shorter than what was written'));
      position += bytesRead;
      yield part.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    try {
      await this.#handle.close();
    } finally {
      this.#share.giveBack(this.#taken);
      this.#taken = 0;
    }
  }
}

function noSpool(cause: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'There is no space to store files right now. Try again later.',
    { cause },
  );
}
