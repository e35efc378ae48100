import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, test } from '@jest/globals';

import type { ObjectStore } from '../../src/object-store/object-store.ts';
import { listKeys, putText, readText, type StoreSubject, TEXT, textOf } from './store-subject.ts';

/** Objects as they come and go. */
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

    test('what was put comes back, with all that was said of it', async () => {
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

    test('a file of no bytes is a file', async () => {
      await store.put(key, Readable.from([]), { ...TEXT, size: 0 });

      expect(await read()).toBe('');
      expect(await store.head(key)).toMatchObject({ size: 0, contentType: 'text/plain' });
    });

    test('a second object of a key takes the place of the first', async () => {
      await put('a longer first one');
      await store.put(key, Readable.from(['second']), { contentType: 'text/csv', size: 6 });

      expect(await read()).toBe('second');
      expect(await store.head(key)).toMatchObject({ size: 6, contentType: 'text/csv' });
    });

    test('a part is read without the rest', async () => {
      await put('0123456789');
      const part = async (start: number, end: number) => store.get(key, { range: { start, end } });

      expect(await textOf((await part(0, 0)).body)).toBe('0');
      expect(await textOf((await part(3, 5)).body)).toBe('345');
      const { body, size } = await part(9, 9);
      expect(await textOf(body)).toBe('9');
      expect(size).toBe(10);
    });

    test('a range that the object has not, or that is none, is refused', async () => {
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

    test('what is not there is told from what is empty', async () => {
      expect(await store.head(key)).toBeNull();
      await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(store.copy(key, `${folder}/copy`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(store.copy(key, key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await keysOf(folder)).toEqual([]);
    });

    test('a copy has everything, and outlives what it was made from', async () => {
      const details = { contentType: 'image/png' };
      await store.put(key, Readable.from(['pixels']), { ...details, size: 6 });
      const copy = `${folder}/kept/copy.png`;

      await store.copy(key, copy);
      await store.copy(key, copy);
      await store.delete(key);

      expect(await read(copy)).toBe('pixels');
      expect(await store.head(copy)).toMatchObject({ ...details, size: 6 });
    });

    test('a copy is as young as it is, whatever the age of what it was made from', async () => {
      await put('old');
      const { storedAt } = (await store.head(key))!;
      // Stores tell the time to the second.
      await delay(1_100);
      await store.copy(key, `${folder}/copy`);

      const copied = (await store.head(`${folder}/copy`))!;
      expect(copied.storedAt.getTime()).toBeGreaterThan(storedAt.getTime());
    });

    test('a copy onto itself changes nothing', async () => {
      await put('same');

      await store.copy(key, key);

      expect(await read()).toBe('same');
    });

    test('deleting is final, and may be asked for twice', async () => {
      await put('gone soon');

      await store.delete(key);
      await store.delete(key);

      expect(await store.head(key)).toBeNull();
      await expect(store.get(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test.each([
      ['a size below nothing', { ...TEXT, size: -1 }],
      ['half a byte', { ...TEXT, size: 0.5 }],
      ['a type with a line break', { contentType: 'a/b\r\nx-amz-acl: public-read', size: 1 }],
      ['no type', { contentType: '', size: 1 }],
    ])('%s is refused', async (_what, options) => {
      await expect(store.put(key, Readable.from(['x']), options)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
      expect(await store.head(key)).toBeNull();
    });

    test('of many writers of one key one wins, whole', async () => {
      const texts = Array.from({ length: 10 }, (_, n) => String(n).repeat(100_000));

      await Promise.all(texts.map((text) => put(text)));

      expect(texts).toContain(await read());
    });

    test('it says that it can be used', async () => {
      await expect(store.probe()).resolves.toBeUndefined();
    });
  });
}
