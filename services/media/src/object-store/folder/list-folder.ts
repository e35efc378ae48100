import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { ListedObject } from '../object-store.ts';
import { isMissing } from './folder-failure.ts';
import { HEADER_BYTES } from './object-file.ts';
import { fromFileName } from './object-folder.ts';

/** Lists a folder recursively. @param base prefix of the keys. */
export async function* listFolder(folder: string, base = ''): AsyncGenerator<ListedObject> {
  for (const { key, path, isFolder } of await readKeys(folder, base)) {
    if (isFolder) {
      yield* listFolder(path, key);
    } else {
      const found = await statFile(path);
      if (found !== null) yield { key, ...found };
    }
  }
}

interface Entry {
  /** Keys of folders end with a slash. */
  readonly key: string;
  readonly path: string;
  readonly isFolder: boolean;
}

async function readKeys(folder: string, base: string): Promise<Entry[]> {
  return (await readEntries(folder)).map((entry) => {
    const isFolder = entry.isDirectory();
    const key = `${base}${fromFileName(entry.name)}${isFolder ? '/' : ''}`;
    return { key, path: join(folder, entry.name), isFolder };
  });
}

async function readEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function statFile(path: string): Promise<Omit<ListedObject, 'key'> | null> {
  try {
    const { size, mtime } = await stat(path);
    return { size: size - HEADER_BYTES, storedAt: mtime };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
