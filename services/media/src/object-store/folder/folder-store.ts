import { constants, createWriteStream } from 'node:fs';
import { access, copyFile, type FileHandle, open, utimes } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { AnnouncedBody } from '../announced-body.ts';
import {
  type ByteRange,
  checkObjectKey,
  checkPutOptions,
  checkRange,
  type GetOptions,
  type ListedObject,
  notInside,
  type ObjectHead,
  type ObjectStore,
  type PutOptions,
  type Refusal,
  type StoredObject,
  storeUnavailable,
} from '../object-store.ts';
import { codeOf, isMissing, isRefusal, toFolderFailure, unlessMissing } from './folder-failure.ts';
import { formatHeader, HEADER_BYTES, openObjectFile } from './object-file.ts';
import { ObjectFolder } from './object-folder.ts';

/**
 * Opens a folder as an object store. Creates it if it does not exist.
 *
 * Durable: an object is written to a temporary file, synced and renamed, then its folder is synced. Files are
 * accessible to the current user only (0600).
 *
 * @param root the folder; nothing else may write there.
 */
export async function openFolderStore(root: string): Promise<ObjectStore> {
  const folder = new ObjectFolder(root);
  await folder.prepare();
  return new FolderStore(folder);
}

class FolderStore implements ObjectStore {
  readonly links = null;
  readonly #folder: ObjectFolder;

  constructor(folder: ObjectFolder) {
    this.#folder = folder;
  }

  async put(key: string, body: Readable, options: PutOptions): Promise<void> {
    const announced = new AnnouncedBody(body, options.size);
    try {
      checkObjectKey(key);
      checkPutOptions(options);
      const header = formatHeader(options);
      await this.#folder.replace(key, (path) => writeObject(path, header, announced.stream));
    } catch (error) {
      announced.destroy();
      if (announced.failure !== null) throw announced.failure;
      // Only the folder itself can be missing here.
      throw isMissing(error) ? storeUnavailable(error) : toFolderFailure(error);
    }
  }

  async get(key: string, { range }: GetOptions = {}): Promise<StoredObject> {
    checkObjectKey(key);
    if (range) checkRange(range);
    const { file, head } = await failing(openObjectFile(this.#folder.pathOf(key), key));
    if (range && range.end >= head.size) {
      await file.close();
      throw notInside();
    }
    const body = readPart(file, range ?? { start: 0, end: head.size - 1 });
    return { ...head, body };
  }

  async head(key: string): Promise<ObjectHead | null> {
    checkObjectKey(key);
    const opened = await failing(unlessMissing(openObjectFile(this.#folder.pathOf(key), key)));
    await opened?.file.close();
    return opened?.head ?? null;
  }

  async copy(from: string, to: string): Promise<void> {
    checkObjectKey(from);
    checkObjectKey(to);
    const source = this.#folder.pathOf(from);
    await failing(this.#folder.replace(to, (path) => copySynced(source, path)));
  }

  async delete(key: string): Promise<void> {
    checkObjectKey(key);
    await failing(this.#folder.remove(key));
  }

  async deleteMany(keys: readonly string[]): Promise<Refusal[]> {
    keys.forEach(checkObjectKey);
    const refused: Refusal[] = [];
    for (const key of keys) {
      try {
        await this.#folder.remove(key);
      } catch (error) {
        if (!isRefusal(error)) throw toFolderFailure(error);
        refused.push({ key, reason: codeOf(error) ?? '' });
      }
    }
    return refused;
  }

  async *list(): AsyncGenerator<ListedObject> {
    try {
      yield* this.#folder.list();
    } catch (error) {
      throw toFolderFailure(error);
    }
  }

  async probe(): Promise<void> {
    const { objects } = this.#folder;
    try {
      await access(objects, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new Error(`folder ${objects} does not exist or is not writable`, { cause: error });
    }
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

async function writeObject(path: string, header: Buffer, body: Readable): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  file.write(header);
  try {
    await pipeline(body, file);
  } finally {
    // A body that fails at once ends the pipeline while the file is still being opened. The cleanup would then run
    // before the file is created.
    if (!file.closed) await new Promise<void>((closed) => file.once('close', closed));
  }
}

async function copySynced(from: string, to: string): Promise<void> {
  // A copy-on-write clone if the file system supports it. A hard link would be cheaper, but it shares the modification
  // time.
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const now = new Date();
  await utimes(to, now, now);
  await using copy = await open(to, 'r+');
  await copy.sync();
}

async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFolderFailure(error);
  }
}

function readPart(file: FileHandle, { start, end }: ByteRange): Readable {
  // createReadStream cannot read an empty range. Starting behind the end yields no bytes.
  if (end < start) return file.createReadStream({ start: HEADER_BYTES });
  return file.createReadStream({ start: HEADER_BYTES + start, end: HEADER_BYTES + end });
}
