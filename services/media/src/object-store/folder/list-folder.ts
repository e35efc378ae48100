import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { ListedObject } from '../object-store.ts';
import { isMissing } from './folder-failure.ts';
import { HEADER_BYTES } from './object-file.ts';
import { fromFileName, toFileName } from './object-folder.ts';

/** Walks the folders below the prefix. */
export async function* listFolder(root: string, prefix: string): AsyncGenerator<ListedObject> {
  const parents = prefix.split('/').slice(0, -1);
  const folder = join(root, ...parents.map(toFileName));
  const base = parents.map((segment) => `${segment}/`).join('');
  yield* walk(folder, base, prefix);
}

async function* walk(folder: string, base: string, prefix: string): AsyncGenerator<ListedObject> {
  for (const { key, path, isFolder } of await readKeys(folder, base)) {
    if (!key.startsWith(prefix) && !prefix.startsWith(key)) continue;
    if (isFolder) {
      yield* walk(path, key, prefix);
    } else {
      const found = await statFile(path);
      if (found !== null && key.startsWith(prefix)) yield { key, ...found };
    }
  }
}

interface Entry {
  /** A folder's ends with a slash. */
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
