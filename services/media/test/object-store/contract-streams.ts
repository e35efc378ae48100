import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { beforeEach, describe, expect, test } from '@jest/globals';

import type { ObjectStore } from '../../src/object-store/object-store.ts';
import {
  bytesOf,
  hashOf,
  listKeys,
  MIB,
  openBody,
  putText,
  readText,
  type StoreSubject,
  TEXT,
} from './store-subject.ts';

/** Bodies are stored atomically and never held in memory as a whole. */
export function streamsContract(subject: () => StoreSubject): void {
  describe('streams', () => {
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
      ['fewer', 12],
      ['more', 10],
    ])('a body with %s bytes than declared is not stored', async (difference, size) => {
      const storing = store.put(key, Readable.from(['hello ', 'world']), { ...TEXT, size });

      await expect(storing).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        message: `The file has ${difference === 'fewer' ? 'fewer' : 'more'} bytes than announced.`,
      });
      expect(await store.head(key)).toBeNull();
      expect(await keysOf(folder)).toEqual([]);
    });

    test('a body that fails is not stored, and its error is thrown', async () => {
      const failure = Object.assign(new Error('The sender hung up'), { code: 'ECONNRESET' });
      const body = Readable.from(failing(failure));

      await expect(store.put(key, body, { ...TEXT, size: MIB })).rejects.toBe(failure);

      expect(await store.head(key)).toBeNull();
    });

    test('a body that fails leaves the previous object unchanged', async () => {
      await put('before');
      const body = openBody();
      const storing = store.put(key, body, { ...TEXT, size: 11 });
      body.push('after');
      const failure = new Error('The sender hung up');
      setTimeout(() => body.destroy(failure), 50);

      await expect(storing).rejects.toBe(failure);
      expect(await read()).toBe('before');
    });

    test('readers get the previous object until the new one is complete', async () => {
      await put('before');
      const body = openBody();
      const storing = store.put(key, body, { ...TEXT, size: 11 });
      body.push('after');

      await delay(50);
      expect(await read()).toBe('before');
      body.push(' again');
      body.push(null);
      await storing;

      expect(await read()).toBe('after again');
    });

    test('a reader that stops early blocks nothing', async () => {
      await store.put(key, bytesOf(8 * MIB), { ...TEXT, size: 8 * MIB });
      for (let n = 0; n < 100; n += 1) (await store.get(key)).body.destroy();

      expect(await store.head(key)).toMatchObject({ size: 8 * MIB });
    });

    test('32 MiB make the round trip unchanged, with back pressure', async () => {
      const size = 32 * MIB;
      let produced = 0;
      const counted = Readable.from(
        (async function* () {
          for await (const chunk of bytesOf(size)) {
            produced += (chunk as Buffer).length;
            yield chunk;
          }
        })(),
        { objectMode: false },
      );
      await store.put(key, counted, { ...TEXT, size });
      expect(produced).toBe(size);

      expect(await hashOf((await store.get(key)).body)).toBe(await hashOf(bytesOf(size)));
    });

    test('four objects of 32 MiB at once stay far below their size in memory', async () => {
      const size = 32 * MIB;
      const watch = watchHeldBytes();
      const keys = Array.from({ length: 4 }, (_, n) => `${folder}/${n}`);

      await Promise.all(keys.map((at) => store.put(at, bytesOf(size), { ...TEXT, size })));
      await Promise.all(keys.map(async (at) => hashOf((await store.get(at)).body)));

      // Together they have 128 MiB.
      expect(watch.stop()).toBeLessThan(64 * MIB);
      await store.deleteMany(keys);
    }, 60_000);

    test('a slow sender does not time out', async () => {
      const body = Readable.from(
        (async function* () {
          for (const part of ['slow', ' and', ' steady']) {
            await delay(100);
            yield part;
          }
        })(),
      );
      await store.put(key, body, { ...TEXT, size: 15 });

      expect(await read()).toBe('slow and steady');
    });
  });
}

async function* failing(error: Error): AsyncGenerator<Buffer> {
  yield Buffer.alloc(65_536);
  await delay(20);
  throw error;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Watch {
  /** @returns the maximum increase of memory since the start, in bytes. */
  stop(): number;
}

/** Samples repeatedly. A full garbage collection may be slow, so it takes at most a tenth of the time. */
function watchHeldBytes(): Watch {
  const before = heldBytes();
  let peak = 0;
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const begunAt = performance.now();
    peak = Math.max(peak, heldBytes() - before);
    timer = setTimeout(look, Math.max(250, 9 * (performance.now() - begunAt)));
  };
  look();
  return {
    stop: () => {
      clearTimeout(timer);
      return peak;
    },
  };
}

/** The memory in use after garbage collection, including buffers outside the heap. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  // Node counts buffers in both, each with its own delay.
  return heapUsed + Math.max(external, arrayBuffers);
}
