import { Readable } from 'node:stream';

import { beforeEach, describe, expect, test } from '@jest/globals';

import type { ListedObject, ObjectStore } from '../../src/object-store/object-store.ts';
import { collect, listKeys, putText, readText, type StoreSubject, TEXT } from './store-subject.ts';

/** Keys and listings. */
export function keysContract(subject: () => StoreSubject): void {
  describe('keys', () => {
    let store: ObjectStore;
    let folder: string;
    let key: string;

    beforeEach(() => {
      ({ store, folder, key } = subject());
    });

    const put = (text: string, at = key) => putText(store, at, text);
    const read = (at = key) => readText(store, at);
    const keysOf = (prefix: string) => listKeys(store, prefix);

    test.each([
      '',
      '/',
      'a/',
      '/a',
      'a//b',
      '..',
      'a/../b',
      'a/./b',
      'a b',
      'ä',
      'a\\b',
      'a%2fb',
      'a?b',
    ])('%j is refused as a key by every call', async (wrong) => {
      const refused = { code: 'VALIDATION_FAILED' };
      const body = Readable.from(['x']);

      await expect(store.put(wrong, body, { ...TEXT, size: 1 })).rejects.toMatchObject(refused);
      await expect(store.get(wrong)).rejects.toMatchObject(refused);
      await expect(store.head(wrong)).rejects.toMatchObject(refused);
      await expect(store.copy(wrong, key)).rejects.toMatchObject(refused);
      await expect(store.copy(key, wrong)).rejects.toMatchObject(refused);
      await expect(store.delete(wrong)).rejects.toMatchObject(refused);
      await expect(store.deleteMany([key, wrong])).rejects.toMatchObject(refused);
      expect(body.destroyed).toBe(true);
    });

    test('keys that differ only in case are distinct', async () => {
      await put('small', `${folder}/output/a`);
      await put('capital', `${folder}/OUTPUT/A`);

      await store.delete(`${folder}/output/a`);

      expect(await read(`${folder}/OUTPUT/A`)).toBe('capital');
      expect(await keysOf(folder)).toEqual([`${folder}/OUTPUT/A`]);
    });

    test('the longest valid key works', async () => {
      const long = [folder, 'Z'.repeat(200), 'Z'.repeat(200), 'Z'.repeat(200)].join('/');
      await put('far down', long);

      expect(await read(long)).toBe('far down');
      expect(await keysOf(long)).toEqual([long]);
      await store.delete(long);
    });

    test('a listing returns all objects, with size and time', async () => {
      const names = ['a-b', 'a/1', 'a/2/deep', 'a0', 'B', 'b', 'a.txt'];
      for (const each of names) await put('12345', `${folder}/${each}`);

      const listed: ListedObject[] = await collect(store.list());

      const all = listed.filter((found) => found.key.startsWith(`${folder}/`));
      const sorted = ['B', 'a-b', 'a.txt', 'a/1', 'a/2/deep', 'a0', 'b'];
      expect(await keysOf(`${folder}/`)).toEqual(sorted.map((each) => `${folder}/${each}`));
      expect(all).toHaveLength(sorted.length);
      expect(all.map((found) => found.size)).toEqual(all.map(() => 5));
      expect(Math.abs(Date.now() - all[0]!.storedAt.getTime())).toBeLessThan(60_000);
    });

    test('a listing continues beyond the thousand objects of one page', async () => {
      const keys = Array.from(
        { length: 1_005 },
        (_, n) => `${folder}/${String(n).padStart(4, '0')}`,
      );
      for (let n = 0; n < keys.length; n += 50) {
        await Promise.all(keys.slice(n, n + 50).map((at) => put('x', at)));
      }

      expect(await keysOf(`${folder}/`)).toEqual(keys);
      await store.deleteMany(keys);
      expect(await keysOf(`${folder}/`)).toEqual([]);
    }, 60_000);

    test('deleteMany deletes many objects and ignores missing ones', async () => {
      const keys = Array.from({ length: 30 }, (_, n) => `${folder}/${n}`);
      await Promise.all(keys.slice(10).map((at) => put('x', at)));
      await put('stays', `${folder}x/0`);

      await store.deleteMany(keys);
      await store.deleteMany([]);

      expect(await keysOf(folder)).toEqual([`${folder}x/0`]);
    });
  });
}
