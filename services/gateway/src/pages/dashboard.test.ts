import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { searchOutputs } from '@output-review/contracts';
import {
  type AppState,
  generateAssertionKeys,
  type Listening,
  type Route,
} from '@output-review/runtime';
import { eventually, makeApiClient, startPeer } from '@output-review/runtime/testing';
import { FILES_PER_HOLDER_MAX } from '@output-review/shared-kernel';
import type { Middleware } from 'koa';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const PART = Buffer.alloc(64 * 1024, ' ');
// 16 MB: more than the socket buffers hold.
const PARTS = 256;
// More than there are connections to an owner.
const UNREAD = 130;
const LARGE = '/assets/large.js';

let system: TestGateway;
let review: Listening;
let open = 0;
const sockets: Socket[] = [];

const searching: Route = {
  operation: searchOutputs,
  async respond(http, tools) {
    await tools.identify(http, searchOutputs);
    http.body = {};
  },
};

const serveParts: Middleware<AppState> = (ctx, next) => {
  if (!ctx.path.startsWith('/dashboard/')) return next();
  open += 1;
  ctx.res.once('close', () => (open -= 1));
  ctx.type = 'js';
  ctx.body =
    ctx.path === `/dashboard${LARGE}`
      ? Readable.from(Array.from({ length: PARTS }, () => PART))
      : {};
  return undefined;
};

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  review = await startPeer({
    service: 'review',
    routes: [searching],
    before: [serveParts],
    assertions: assertionKeys.publicKey,
  });
  const away = (): string => 'http://127.0.0.1:1';
  system = await startTestGateway({
    ...{ assertionKeys, isTrustedProxy: (address: string) => address === '127.0.0.1' },
    peers: { evaluator: away, review: () => review.url, instructions: away, media: away },
  });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await eventually(() => expect(open).toBe(0));
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await review.close(0);
});

/** Requests a large part of the page and does not read it. */
function askUnread(from: string, publicUrl = system.gateway.publicUrl): Socket {
  const { hostname, port, host } = new URL(publicUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`GET ${LARGE} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${from}\r\n\r\n`);
  sockets.push(socket);
  return socket;
}

const askFrom = (address: string) =>
  makeApiClient(system.gateway.publicUrl, { 'x-forwarded-for': address });

test('strangers who do not read leave the page to other networks, and the API to everyone', async () => {
  for (let n = 0; n < UNREAD; n += 1) askUnread(`203.0.113.${n}`);
  await eventually(() => expect(open).toBe(FILES_PER_HOLDER_MAX));

  expect((await askFrom('198.51.100.1').get('/assets/small.js')).status).toBe(200);
  expect((await system.tokenApi.get('/api/logs')).status).toBe(200);

  for (let n = 0; n < UNREAD; n += 1) askUnread(`2001:db8:${n}::1`);
  await eventually(() => expect(open).toBe(3 * FILES_PER_HOLDER_MAX));
  expect((await system.tokenApi.get('/api/logs')).status).toBe(200);
});

test('cuts a part of the page that is not read for too long', async () => {
  const again = await system.startAgain({ unreadMsMax: 50 });
  const socket = askUnread('203.0.113.1', again.publicUrl);
  await once(socket, 'readable');

  await eventually(() => expect(open).toBe(0));

  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await ended;
  expect(socket.bytesRead).toBeLessThan(PARTS * PART.length);
  await again.stop();
});

test('answers all of many concurrent requests for parts of the page', async () => {
  const office = askFrom('203.0.113.1');
  const asked = Array.from({ length: 200 }, () => office.get('/assets/small.js'));

  const answers = await Promise.all(asked);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
