import {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openFolderStore } from '../../src/object-store/folder/folder-store.ts';
import type { ObjectStore } from '../../src/object-store/object-store.ts';
import { objectStoreContract } from './object-store-contract.ts';

objectStoreContract('FolderStore', async () =>
  openFolderStore(await mkdtemp(join(tmpdir(), 'folder-store-'))),
);

describe('a folder as an object store', () => {
  let root: string;
  let store: ObjectStore;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'folder-store-'));
    store = await openFolderStore(root);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const put = (key: string): Promise<void> =>
    store.put(key, Readable.from(['hello']), { size: 5, contentType: 'text/plain' });

  test('keeps its files private to the current user', async () => {
    await put('a/b');

    const { mode } = await stat(join(root, 'objects', 'a', 'b'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('leaves no files behind after a failed put', async () => {
    const short = { size: 6, contentType: 'text/plain' };
    await expect(store.put('a/b', Readable.from(['hello']), short)).rejects.toThrow();

    expect(await readdir(join(root, 'incoming'))).toEqual([]);
    expect(await readdir(join(root, 'objects'))).toEqual([]);
  });

  test('accepts new objects in a folder that is just being emptied', async () => {
    const folders = Array.from({ length: 40 }, (_, n) => String(n));
    await Promise.all(folders.map((at) => put(`${at}/a/b/old`)));

    await Promise.all(
      folders.flatMap((at) => [
        ...[store.delete(`${at}/a/b/old`), put(`${at}/a/b/new`), put(`${at}/a/c/new`)],
      ]),
    );

    for (const at of folders) expect((await store.head(`${at}/a/b/new`))?.size).toBe(5);
  });

  test('removes empty folders with a deleted object', async () => {
    await put('a/b/c');
    await put('a/d');

    await store.delete('a/b/c');

    expect(await readdir(join(root, 'objects', 'a'))).toEqual(['d']);
  });

  test('removes leftovers of a killed process at the next start, but no recent files', async () => {
    const incoming = join(root, 'incoming');
    await writeFile(join(incoming, 'old'), 'half');
    await writeFile(join(incoming, 'young'), 'half');
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(incoming, 'old'), twoHoursAgo, twoHoursAgo);

    await openFolderStore(root);

    expect(await readdir(incoming)).toEqual(['young']);
  });

  test('does not serve a truncated file', async () => {
    await put('a/b');
    const path = join(root, 'objects', 'a', 'b');
    await writeFile(path, (await readFile(path)).subarray(0, -1));

    const damaged = { name: 'DamagedObject', key: 'a/b' };
    await expect(store.get('a/b')).rejects.toMatchObject(damaged);
    await expect(store.head('a/b')).rejects.toMatchObject(damaged);
  });

  test('reports a missing folder, and works again once it is back', async () => {
    await put('a/b');
    await rename(root, `${root}-away`);

    await expect(store.probe()).rejects.toThrow(`folder ${join(root, 'objects')} does not exist`);
    await expect(put('c')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await rm(root, { recursive: true, force: true });
    await rename(`${root}-away`, root);

    await expect(store.probe()).resolves.toBeUndefined();
    expect(await store.head('a/b')).toMatchObject({ size: 5 });
  });

  test('refuses a path that is not a folder', async () => {
    await writeFile(join(root, 'file'), '');
    await chmod(join(root, 'file'), 0o600);

    await expect(openFolderStore(join(root, 'file'))).rejects.toThrow();
  });
});
