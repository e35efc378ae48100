import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { syncFolder } from '@output-review/runtime';

import { codeOf, isMissing } from './folder-failure.ts';

/** Where the files of a folder store lie, and how one comes into its place. */
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

  /** Runs `write` with a path of its own and puts what it has written there into the key's place. */
  async replace(key: string, write: (path: string) => Promise<void>): Promise<void> {
    const incoming = join(this.#incoming, randomUUID());
    try {
      await write(incoming);
      await this.#moveInto(this.pathOf(key), incoming);
    } finally {
      await rm(incoming, { force: true });
    }
  }

  /** Deletes the key's file, and the folders that are empty then. */
  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    try {
      await unlink(path);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    for (let folder = dirname(path); folder !== this.objects; folder = dirname(folder)) {
      if (!(await removeEmpty(folder))) return;
    }
  }

  /** Makes the folders, and removes what a killed process had begun. */
  async prepare(): Promise<void> {
    await mkdir(this.objects, { recursive: true, mode: 0o700 });
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    // Younger ones may be another process's, that is still writing.
    const oldestMs = Date.now() - LEFT_OVER_MS;
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      if ((await writtenAtMs(path)) < oldestMs) await rm(path, { force: true });
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
        // A delete next to it may have taken the empty folder away, before the rename or while the
        // folders are made.
        if (!isMissing(error) || attempt === MOVES_MAX) throw error;
      }
    }
    // The name must survive a crash as the bytes do, and so must the folders above it.
    for (let above = folder; ; above = dirname(above)) {
      try {
        await syncFolder(above);
      } catch (error) {
        // Another's delete may have taken it away.
        if (!isMissing(error)) throw error;
      }
      if (above === this.objects) return;
    }
  }
}

// An upload that writes nothing for an hour is none any more.
const LEFT_OVER_MS = 3_600_000;
const MOVES_MAX = 10;

async function writtenAtMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    // Whoever wrote it has just finished.
    if (isMissing(error)) return Infinity;
    throw error;
  }
}

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
 * Names a file for a segment of a key, and back. `A` and `a` are two keys, but one file where the file
 * system does not tell them apart, as on most Macs: one output would overwrite another's file. So
 * names are in small letters; which of them are capital follows behind a `+`, which no key has, a bit
 * a character in hexadecimal.
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
