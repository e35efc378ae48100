import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, test } from '@jest/globals';

import type { ObjectStore } from '../../src/object-store/object-store.ts';
import { listKeys, putText, readText, type StoreSubject, TEXT, textOf } from './store-subject.ts';

/** Storing, reading, copying and deleting objects. */
export function contentsContract(subject: () => StoreSubject): void {
  describe('contents', () => {
    let store: ObjectStore;
    let folder: string;
    let key: string;

    beforeEach(() => {
      ({ store, folder, key } = subject());
    });

    const put = (text: string, at = key) => putText(store, at, text);
    const read = (at = key) => readText(store, at);
    const keysOf = (prefix: string) => listKeys(store, prefix);

    test('an object is returned with the properties it was stored with', async () => {
      await store.put(key, Readable.from(['hello ', 'world']), {
        size: 11,
        contentType: 'text/plain; charset=utf-8',
      });

      const { body, ...found } = await store.get(key);

      expect(await textOf(body)).toBe('hello world');
      expect(found).toMatchObject({ size: 11, contentType: 'text/plain; charset=utf-8' });
      expect(Math.abs(Date.now() - found.storedAt.getTime())).toBeLessThan(60_000);
      expect(await store.head(key)).toEqual(found);
    });

    test('an empty object can be stored', async () => {
      await store.put(key, Readable.from([]), { ...TEXT, size: 0 });

      expect(await read()).toBe('');
      expect(await store.head(key)).toMatchObject({ size: 0, contentType: 'text/plain' });
    });

    test('a second object with the same key replaces the first', async () => {
      await put('a longer first one');
      await store.put(key, Readable.from(['second']), { contentType: 'text/csv', size: 6 });

      expect(await read()).toBe('second');
      expect(await store.head(key)).toMatchObject({ size: 6, contentType: 'text/csv' });
    });

    test('a range can be read', async () => {
      await put('0123456789');
      const part = async (start: number, end: number) => store.get(key, { range: { start, end } });

      expect(await textOf((await part(0, 0)).body)).toBe('0');
      expect(await textOf((await part(3, 5)).body)).toBe('345');
      const { body, size } = await part(9, 9);
      expect(await textOf(body)).toBe('9');
      expect(size).toBe(10);
    });

    test('an invalid or unsatisfiable range is refused', async () => {
      await put('0123456789');

      for (const range of [
        { start: 10, end: 11 },
        { start: 5, end: 4 },
        { start: -1, end: 4 },
      ]) {
        await expect(store.get(key, { range })).rejects.toMatchObject({
          code: 'VALIDATION_FAILED',
        });
      }
    });

    test('a missing object is distinguished from an empty one', async () => {
      expect(await store.head(key)).toBeNull();
      await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(store.copy(key, `${folder}/copy`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(store.copy(key, key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await keysOf(folder)).toEqual([]);
    });

    test('a copy has all properties and survives the deletion of its source', async () => {
      const details = { contentType: 'image/png' };
      await store.put(key, Readable.from(['pixels']), { ...details, size: 6 });
      const copy = `${folder}/kept/copy.png`;

      await store.copy(key, copy);
      await store.copy(key, copy);
      await store.delete(key);

      expect(await read(copy)).toBe('pixels');
      expect(await store.head(copy)).toMatchObject({ ...details, size: 6 });
    });

    test('a copy has its own time', async () => {
      await put('old');
      const { storedAt } = (await store.head(key))!;
      // Stores have a resolution of one second.
      await delay(1_100);
      await store.copy(key, `${folder}/copy`);

      const copied = (await store.head(`${folder}/copy`))!;
      expect(copied.storedAt.getTime()).toBeGreaterThan(storedAt.getTime());
    });

    test('copying an object onto itself is a no-op', async () => {
      await put('same');

      await store.copy(key, key);

      expect(await read()).toBe('same');
    });

    test('deleting is final and idempotent', async () => {
      await put('gone soon');

      await store.delete(key);
      await store.delete(key);

      expect(await store.head(key)).toBeNull();
      await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test.each([
      ['a negative size', { ...TEXT, size: -1 }],
      ['half a byte', { ...TEXT, size: 0.5 }],
      ['a type with a line break', { contentType: 'a/b\r\nx-amz-acl: public-read', size: 1 }],
      ['no type', { contentType: '', size: 1 }],
    ])('%s is refused', async (_what, options) => {
      await expect(store.put(key, Readable.from(['x']), options)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
      expect(await store.head(key)).toBeNull();
    });

    test('one of many concurrent writers of a key wins completely', async () => {
      const texts = Array.from({ length: 10 }, (_, n) => String(n).repeat(100_000));

      await Promise.all(texts.map((text) => put(text)));

      expect(texts).toContain(await read());
    });

    test('a usable store passes the probe', async () => {
      await expect(store.probe()).resolves.toBeUndefined();
    });
  });
}
