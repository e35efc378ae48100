import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { syncFolder } from '@output-review/runtime';

import type { ListedObject } from '../object-store.ts';
import { codeOf, isMissing, unlessMissing } from './folder-failure.ts';
import { HEADER_BYTES } from './object-file.ts';

/** The files of a folder store, and their atomic replacement. */
export class ObjectFolder {
  readonly objects: string;
  readonly #incoming: string;

  constructor(root: string) {
    this.objects = join(root, 'objects');
    this.#incoming = join(root, 'incoming');
  }

  pathOf(key: string): string {
    return join(this.objects, ...key.split('/').map(toFileName));
  }

  /** Runs `write` with a temporary path, then moves the file to the key's place. */
  async replace(key: string, write: (path: string) => Promise<void>): Promise<void> {
    const incoming = join(this.#incoming, randomUUID());
    try {
      await write(incoming);
      await this.#moveInto(this.pathOf(key), incoming);
    } finally {
      await rm(incoming, { force: true });
    }
  }

  /** Deletes the key's file and the folders that become empty. */
  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    if ((await unlessMissing(unlink(path))) === null) return;
    for (let folder = dirname(path); folder !== this.objects; folder = dirname(folder)) {
      if (!(await removeEmpty(folder))) return;
    }
  }

  /** Creates the folders and removes leftovers of killed processes. */
  async prepare(): Promise<void> {
    await mkdir(this.objects, { recursive: true, mode: 0o700 });
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    // Newer files may belong to another process that is still writing.
    const oldestMs = Date.now() - LEFT_OVER_MS;
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const written = await unlessMissing(stat(path));
      if (written && written.mtimeMs < oldestMs) await rm(path, { force: true });
    }
  }

  /** Lists the objects of a folder and those below. @param base the prefix of their keys. */
  async *list(folder = this.objects, base = ''): AsyncGenerator<ListedObject> {
    const entries = await unlessMissing(readdir(folder, { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      const key = base + fromFileName(entry.name);
      if (entry.isDirectory()) {
        yield* this.list(path, `${key}/`);
      } else {
        const found = await unlessMissing(stat(path));
        if (found) yield { key, size: found.size - HEADER_BYTES, storedAt: found.mtime };
      }
    }
  }

  async #moveInto(path: string, incoming: string): Promise<void> {
    const folder = dirname(path);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(incoming, path);
        break;
      } catch (error) {
        // A concurrent delete may have removed the empty folder, before the rename or while the folders are being
        // created.
        if (!isMissing(error) || attempt === MOVES_MAX) throw error;
      }
    }
    // The name must survive a crash like the bytes, and so must the parent folders.
    for (let above = folder; ; above = dirname(above)) {
      // A concurrent delete may have removed it.
      await unlessMissing(syncFolder(above));
      if (above === this.objects) return;
    }
  }
}

// An upload that has written nothing for an hour is abandoned.
const LEFT_OVER_MS = 3_600_000;
const MOVES_MAX = 10;

async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Maps a segment of a key to a file name and back. `A` and `a` are different keys, but the same file on
 * case-insensitive file systems such as those of most Macs, where one output would overwrite the file of another. So
 * names are lower case. The capitals follow behind a `+`, which no key contains, as a bit mask in hexadecimal with one
 * bit per character.
 */
export function toFileName(segment: string): string {
  const small = segment.toLowerCase();
  if (small === segment) return segment;
  const bits = Array.from(segment, (character, at) => (character === small[at] ? '0' : '1'));
  return `${small}+${BigInt(`0b${bits.join('')}`).toString(16)}`;
}

export function fromFileName(name: string): string {
  const [small = '', capitals] = name.split('+');
  if (capitals === undefined) return small;
  const bits = BigInt(`0x${capitals}`).toString(2).padStart(small.length, '0');
  const restore = (character: string, at: number): string =>
    bits[at] === '1' ? character.toUpperCase() : character;
  return Array.from(small, restore).join('');
}
