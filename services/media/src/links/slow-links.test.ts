import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream';

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';
import { FILES_PER_HOLDER_MAX } from '@output-review/shared-kernel';

import { type LinkClient, linkClient, openLink } from '../../test/links/link-client.ts';
import { PUBLIC_URL, startTestMedia, type TestMedia } from '../../test/test-media.ts';
import { openFolderStore } from '../object-store/folder/folder-store.ts';
import type { ObjectStore } from '../object-store/object-store.ts';

// The maximum number of connections to an S3 store.
const CONNECTIONS_MAX = 64;
const SLOW = 70;
// More than socket buffers hold.
const LARGE = Buffer.alloc(16_000_000, ' ');

/** Connections to the store in use. */
let open = 0;
let folder: string;
let media: TestMedia;
let slow: LinkClient;
let other: LinkClient;
const sockets: Socket[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slow-links-'));
  media = await startTestMedia({ objectStore: limitConnections(await openFolderStore(folder)) });
  slow = await linkClient(media, newId());
  other = await linkClient(media, newId());
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await eventually(() => expect(open).toBe(0));
});

afterAll(async () => {
  await media.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A store with a limited number of connections, like S3. */
function limitConnections(store: ObjectStore): ObjectStore {
  const take = async (): Promise<void> => {
    await eventually(() => expect(open).toBeLessThan(CONNECTIONS_MAX));
    open += 1;
  };
  const giveBack = (): void => void (open -= 1);
  return {
    put: async (...call) => {
      await take();
      await store.put(...call).finally(giveBack);
    },
    get: async (...call) => {
      await take();
      const opened = await store.get(...call);
      finished(opened.body, giveBack);
      return opened;
    },
    head: (key) => store.head(key),
    copy: (from, to) => store.copy(from, to),
    delete: (key) => store.delete(key),
    deleteMany: (keys) => store.deleteMany(keys),
    list: () => store.list(),
    links: null,
    probe: () => store.probe(),
    close: () => store.close(),
  };
}

/** Sends the start of a request and does not read the response. */
function call(method: string, link: string, rest = '\r\n'): Socket {
  const url = new URL(link);
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${rest}`);
  sockets.push(socket);
  return socket;
}

type Begin = (at?: string) => Socket;

const to = (link: string, at = media.service.url): string => link.replace(PUBLIC_URL, at);

async function readSlowly(): Promise<Begin> {
  const { url } = await slow.linkTo(await slow.upload(LARGE, { contentType: 'text/plain' }));
  return (at) => call('GET', to(url, at));
}

async function sendSlowly(): Promise<Begin> {
  const { uploadUrl } = await slow.announce();
  return (at) => call('PUT', to(uploadUrl, at), 'content-length: 100\r\n\r\nhello');
}

test.each([
  ['read', readSlowly],
  ['send', sendSlowly],
])(
  'clients that %s files slowly leave connections for other workspaces',
  async (_what, prepare) => {
    const begin = await prepare();
    for (let n = 0; n < SLOW; n += 1) begin();
    await eventually(() => expect(open).toBe(FILES_PER_HOLDER_MAX));

    const uploaded = await other.linkTo(await other.upload('uploaded'));
    expect(await (await openLink(media, uploaded.url)).text()).toBe('uploaded');
    const submitted = await other.linkTo(await other.keep('submitted'));
    expect(await (await openLink(media, submitted.url)).text()).toBe('submitted');
    // Files of submissions take no seat.
    await slow.keep('submitted');
    // A finished download may return its connection shortly after its last byte.
    await eventually(() => expect(open).toBe(FILES_PER_HOLDER_MAX));
  },
);

test.each([
  ['reader', readSlowly],
  ['sender', sendSlowly],
])('a disconnected %s makes room for the next one', async (_who, prepare) => {
  const { url } = await slow.linkTo(await slow.keep('next'));
  const begin = await prepare();
  for (let n = 0; n < FILES_PER_HOLDER_MAX; n += 1) begin();
  await eventually(() => expect(open).toBe(FILES_PER_HOLDER_MAX));
  const next = openLink(media, url);

  sockets[0]?.destroy();

  expect(await (await next).text()).toBe('next');
});

test.each([
  ['reader', readSlowly],
  ['sender', sendSlowly],
])('a %s that is too slow makes room for a waiting one', async (_who, prepare) => {
  const pace = { bytesPerSecondMin: 100_000_000, graceMs: 10 };
  const service = await media.startReplica({ filePace: pace });
  const { url } = await slow.linkTo(await slow.keep('next'));
  const begin = await prepare();
  for (let n = 0; n < FILES_PER_HOLDER_MAX; n += 1) begin(service.url);
  await eventually(() => expect(open).toBe(FILES_PER_HOLDER_MAX));

  expect(await (await openLink({ service }, url)).text()).toBe('next');

  for (const socket of sockets) socket.destroy();
  await service.stop();
});

test('requests that read no bytes from the store need no seat', async () => {
  const begin = await readSlowly();
  const { url } = await slow.linkTo(await slow.keep('known'));
  const etag = (await openLink(media, url, { method: 'HEAD' })).headers.get('etag') ?? '';
  for (let n = 0; n < FILES_PER_HOLDER_MAX; n += 1) begin();
  await eventually(() => expect(open).toBe(FILES_PER_HOLDER_MAX));

  expect((await openLink(media, url, { method: 'HEAD' })).status).toBe(200);
  expect((await openLink(media, url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const range = { headers: { range: 'bytes=99-' } };
  expect((await openLink(media, url, range)).status).toBe(416);
});

test('a client that gets no seat in time is answered 429', async () => {
  const begin = await sendSlowly();
  const { url } = await slow.linkTo(await slow.keep('next'));
  for (let n = 0; n < FILES_PER_HOLDER_MAX; n += 1) begin();
  await eventually(() => expect(open).toBe(FILES_PER_HOLDER_MAX));

  const answer = await openLink(media, url);

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED' });
});
