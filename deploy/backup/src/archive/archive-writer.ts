import { createHash } from 'node:crypto';
import { existsSync, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { newId, syncFolder } from '@output-review/runtime';
import tar from 'tar-stream';

import {
  DETAILS_RECORD,
  END_NAME,
  type EndMark,
  type EntryDetails,
  MANIFEST_NAME,
  type Manifest,
  PART_BYTES_MAX,
} from './archive.ts';

// The next level takes half as much CPU time again, beside a running service, for a tenth fewer bytes.
const GZIP_LEVEL = 1;

/** Streams an archive: tar in gzip, each entry with its checksum. The file gets its final name when it is complete. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #pack = tar.pack();
  readonly #written: Promise<void>;
  #mtime = new Date();
  #entries = 0;
  #isNamed = false;

  private constructor(
    { path, draft }: { readonly path: string; readonly draft: string },
    file: WriteStream,
    signal: AbortSignal,
  ) {
    this.#path = path;
    this.#draft = draft;
    this.#written = pipeline(this.#pack, createGzip({ level: GZIP_LEVEL }), file, { signal });
    // The next write or `finish` reports the error.
    this.#written.catch(() => {});
  }

  /**
   * @param signal aborts writing, with the same effect as a full disk.
   * @throws Error if the file exists or cannot be created.
   */
  static async create(path: string, signal: AbortSignal): Promise<ArchiveWriter> {
    if (existsSync(path)) throw new Error(`${path} already exists. Choose another name.`);
    // A unique name: another backup may be writing to the same path.
    const draft = `${path}.${newId()}.partial`;
    const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw notWritten(path, error);
    });
    return new ArchiveWriter({ path, draft }, file.createWriteStream({ flush: true }), signal);
  }

  async begin(manifest: Manifest): Promise<void> {
    this.#mtime = new Date(manifest.takenAt);
    await this.#add(MANIFEST_NAME, toJson(manifest));
  }

  /** Adds data in parts, at least one: `name/000001` and so on. */
  async addParts(
    name: string,
    source: AsyncIterable<Uint8Array>,
    details: EntryDetails = {},
  ): Promise<void> {
    let [number, bytes, chunks] = [0, 0, new Array<Uint8Array>()];
    const addPart = async (): Promise<void> => {
      number += 1;
      const part = Buffer.concat(chunks, bytes);
      [bytes, chunks] = [0, []];
      await this.#add(`${name}/${String(number).padStart(6, '0')}`, part, details);
    };
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + PART_BYTES_MAX - bytes);
        chunks.push(piece);
        [at, bytes] = [at + piece.length, bytes + piece.length];
        if (bytes === PART_BYTES_MAX) await addPart();
      }
    }
    if (bytes > 0 || number === 0) await addPart();
  }

  /** @returns the size of the archive in bytes. */
  async finish(end: Omit<EndMark, 'entries'>): Promise<number> {
    await this.#add(END_NAME, toJson({ ...end, entries: this.#entries }));
    this.#pack.finalize();
    await this.#written.catch((error: unknown) => {
      throw notWritten(this.#path, error);
    });
    await rename(this.#draft, this.#path);
    this.#isNamed = true;
    await syncFolder(dirname(this.#path));
    return (await stat(this.#path)).size;
  }

  /** Removes the archive, even if it is complete. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await rm(this.#isNamed ? this.#path : this.#draft, { force: true });
  }

  async #add(name: string, bytes: Buffer, details: EntryDetails = {}): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const header = {
      ...{ name, mode: 0o600, mtime: this.#mtime },
      pax: { [DETAILS_RECORD]: JSON.stringify({ ...details, sha256 }) },
    };
    try {
      await new Promise<void>((resolve, reject) => {
        const entry = this.#pack.entry(header, bytes, (error) =>
          error ? reject(error) : resolve(),
        );
        // An entry in progress also fails with the file. Without a listener the error would crash the process.
        entry.on('error', reject);
      });
    } catch (error) {
      // Report why the file cannot be written. The entry's error does not say so.
      await this.#written.catch((cause: unknown) => {
        throw notWritten(this.#path, cause);
      });
      throw error;
    }
    this.#entries += 1;
  }
}

function notWritten(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return new Error(
      `${path} cannot be written: there is no folder ${dirname(path)}. Create it first.`,
      {
        cause: error,
      },
    );
  }
  return new Error(`${path} cannot be written: ${reason}. Choose a place with enough room.`, {
    cause: error,
  });
}

const toJson = (value: Manifest | EndMark): Buffer =>
  Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
