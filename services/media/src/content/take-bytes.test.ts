import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FILE_BYTES_MAX } from '@output-review/contracts';

import { openFolderStore } from '../object-store/folder/folder-store.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { takeBase64, takeObject } from '../storage/take-file.ts';

const NO_HINTS = { filename: null, contentType: null };

let folder: string;
let store: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'take-bytes-'));
  store = await openFolderStore(folder);
});

afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('a file in base64 is stored completely', async () => {
  const text = '{"a": "ö"}'.padEnd(300_000);
  const source = { ...NO_HINTS, data: base64(text), filename: '../répórt.json' };

  expect(await takeBase64(store, 'w1/base64', source)).toEqual({
    filename: 'répórt.json',
    contentType: 'application/json',
    sizeBytes: Buffer.byteLength(text),
  });
  const { body, contentType } = await store.get('w1/base64');
  expect(contentType).toBe('application/json');
  expect(Buffer.concat(await body.toArray()).toString()).toBe(text);
});

test('base64 of a program is refused and not stored', async () => {
  const data = Buffer.from('MZ\u0000\u0001').toString('base64');

  await expect(takeBase64(store, 'w1/refused', { ...NO_HINTS, data })).rejects.toMatchObject({
    ...{ code: 'UNPROCESSABLE_ATTACHMENT', message: expect.stringMatching(/x-msdownload/) },
  });
  expect(await store.head('w1/refused')).toBeNull();
});

async function put(key: string, bytes: Buffer): Promise<void> {
  await store.put(key, Readable.from([bytes]), { size: bytes.length, contentType: 'image/png' });
}

test('a file of one byte over the limit is refused and not stored', async () => {
  const bytes = Buffer.alloc(FILE_BYTES_MAX + 1, 'x');
  await put('w1/too-large', bytes);

  await expect(
    takeObject(store, 'w1/refused', { ...NO_HINTS, from: 'w1/too-large' }),
  ).rejects.toMatchObject({
    ...{ code: 'PAYLOAD_TOO_LARGE', message: expect.stringMatching(/larger than/) },
  });
  expect(await store.head('w1/refused')).toBeNull();
});

test('a copy survives the deletion of its source and has the type of its bytes', async () => {
  await put('w1/upload', Buffer.from('<!doctype html>'));

  const source = { ...NO_HINTS, from: 'w1/upload', filename: 'a.png' };
  expect(await takeObject(store, 'w1/copy', source)).toEqual({
    filename: 'a.png',
    contentType: 'text/html',
    sizeBytes: 15,
  });
  await store.delete('w1/upload');
  const { body } = await store.get('w1/copy');
  expect(Buffer.concat(await body.toArray()).toString()).toBe('<!doctype html>');
});

test.each([
  ['an empty one', Buffer.alloc(0), /The file is empty/],
  ['a zip called .png', Buffer.from('UEsDBAoAAAAAAA==', 'base64'), /zip/],
])('%s is refused as an upload', async (_what, bytes, sentence) => {
  await put('w1/bad', bytes);

  const source = { ...NO_HINTS, from: 'w1/bad', filename: 'a.png' };
  await expect(takeObject(store, 'w1/bad-copy', source)).rejects.toMatchObject({
    code: 'UNPROCESSABLE_ATTACHMENT',
    message: expect.stringMatching(sentence),
  });
});

test('an upload is refused if its bytes were replaced by too few before they were copied', async () => {
  await put('w1/replaced', Buffer.from('text'));
  const copy = async (from: string, to: string): Promise<void> => {
    await put(from, Buffer.alloc(0));
    await store.copy(from, to);
  };
  const replaced = { copy, get: store.get.bind(store), head: store.head.bind(store) };

  await expect(
    takeObject(replaced, 'w1/replaced-copy', { ...NO_HINTS, from: 'w1/replaced' }),
  ).rejects.toMatchObject({ message: 'The file is empty.' });
});

test('a missing object is reported as NOT_FOUND', async () => {
  const source = { ...NO_HINTS, from: 'w1/never-put' };

  await expect(takeObject(store, 'w1/none', source)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
