import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import type { ObjectStore } from '../../src/object-store/object-store.ts';

/** A store under test, and a folder in it that no other test uses. */
export interface StoreSubject {
  readonly store: ObjectStore;
  readonly folder: string;
  /** A key in the folder. */
  readonly key: string;
}

export const TEXT = { contentType: 'text/plain' };
export const MIB = 1_048_576;

export function putText(store: ObjectStore, key: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  return store.put(key, Readable.from([bytes]), { ...TEXT, size: bytes.length });
}

export async function readText(store: ObjectStore, key: string): Promise<string> {
  return textOf((await store.get(key)).body);
}

/** Lists the keys with a prefix, sorted, because stores do not guarantee an order. */
export async function listKeys(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys = (await collect(store.list())).map(({ key }) => key);
  return keys.filter((key) => key.startsWith(prefix)).sort();
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function textOf(body: Readable): Promise<string> {
  const chunks = await collect<Buffer>(body);
  return Buffer.concat(chunks).toString();
}

export async function hashOf(body: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A body to write by `push`. */
export function openBody(): Readable {
  return new Readable({ read: () => {} });
}

/** The given number of deterministic bytes, generated on demand. */
export function bytesOf(size: number): Readable {
  const block = Buffer.from(Array.from({ length: 65_536 }, (_, at) => at % 251));
  function* blocks(): Generator<Buffer> {
    for (let left = size, n = 0; left > 0; left -= block.length, n += 1) {
      const part = Buffer.from(block.subarray(0, Math.min(left, block.length)));
      part.writeUInt32BE(n);
      yield part;
    }
  }
  return Readable.from(blocks(), { objectMode: false });
}
