import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { downloadFile, putUpload } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { generateAssertionKeys, type Listening, type RouteContext } from '@output-review/runtime';
import { eventually, startPeer } from '@output-review/runtime/testing';
import { FILES_PER_HOLDER_MAX } from '@output-review/shared-kernel';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const PART = Buffer.alloc(64 * 1024, ' ');
// 16 MB: more than the socket buffers hold.
const PARTS = 256;
// More than there are connections to an owner.
const SLOW = 130;

let system: TestGateway;
let owner: Listening;
/** The public URL of the gateway under test. */
let at: string;
const seen = { asked: [] as string[], open: 0 };
const sockets: Socket[] = [];

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  owner = await startPeer({
    service: 'media',
    routes: [
      { operation: downloadFile, respond: sendBytes },
      { operation: putUpload, respond: takeBytes },
    ],
    assertions: assertionKeys.publicKey,
  });
  const away = (): string => 'http://127.0.0.1:1';
  system = await startTestGateway({
    assertionKeys,
    peers: { evaluator: away, review: away, instructions: away, media: () => owner.url },
  });
  at = system.gateway.publicUrl;
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await eventually(() => expect(seen.open).toBe(0));
  seen.asked = [];
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await owner.close(0);
});

/** The number of requests. A late request of an earlier test may still arrive, with another method. */
const timesAsked = (method: string, query = 'link=signed'): number =>
  seen.asked.filter((each) => each === `${method} ${query}`).length;

/** Like media: refuses an unsigned link immediately. */
function begin(http: RouteContext): void {
  seen.asked.push(`${http.method} ${http.querystring}`);
  if (http.querystring !== 'link=signed') throw new AppError('FORBIDDEN', 'This link is invalid.');
  // If the caller has already hung up, `close` does not fire again.
  if (http.res.closed) return;
  seen.open += 1;
  http.res.once('close', () => (seen.open -= 1));
}

async function sendBytes(http: RouteContext): Promise<void> {
  begin(http);
  const isLarge = http.path.endsWith('large');
  http.body = isLarge ? Readable.from(Array.from({ length: PARTS }, () => PART)) : 'small';
}

async function takeBytes(http: RouteContext): Promise<void> {
  begin(http);
  await buffer(http.req);
  http.body = { ok: true };
}

/** Sends the start of a request and does not read the answer. */
function call(method: string, path: string, rest = ''): Socket {
  const { hostname, port, host } = new URL(at);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`${method} /files/${path} HTTP/1.1\r\nhost: ${host}\r\n${rest || '\r\n'}`);
  sockets.push(socket);
  return socket;
}

const readSlowly = () => call('GET', 'w1/o1/0-large?link=signed');
const ANNOUNCED = 'content-length: 100\r\n\r\n';
const sendSlowly = () => call('PUT', 'w1/uploads/u1?link=signed', `${ANNOUNCED}hello`);
const open = (path: string, init: Parameters<typeof fetch>[1] = {}) =>
  fetch(`${at}/files/${path}`, init);

test.each([
  ['read', readSlowly, 'GET'],
  ['send', sendSlowly, 'PUT'],
] as const)(
  'callers that %s files slowly do not block other workspaces',
  async (_, begin, method) => {
    for (let n = 0; n < SLOW; n += 1) begin();
    await eventually(() => expect(seen.open).toBe(FILES_PER_HOLDER_MAX));

    expect(await (await open('w2/o1/0-small?link=signed')).text()).toBe('small');
    const sent = await open('w2/uploads/u1?link=signed', { method: 'PUT', body: 'hello' });
    expect(await sent.json()).toEqual({ ok: true });
    // From the slow callers and one of the two other requests.
    expect(timesAsked(method)).toBe(FILES_PER_HOLDER_MAX + 1);
  },
);

test('a caller that hangs up frees its seat for the next', async () => {
  const slow = Array.from({ length: FILES_PER_HOLDER_MAX / 2 }, () => [
    readSlowly(),
    sendSlowly(),
  ]).flat();
  await eventually(() => expect(seen.open).toBe(FILES_PER_HOLDER_MAX));
  const waiting = open('w1/o1/0-small?link=signed');

  slow[0]?.destroy();
  expect(await (await waiting).text()).toBe('small');
  slow[1]?.destroy();
  const sent = await open('w1/uploads/u1?link=signed', { method: 'PUT', body: 'hello' });
  expect(await sent.json()).toEqual({ ok: true });
});

test.each([
  ['read', readSlowly, ''],
  ['send', sendSlowly, 'HTTP/1.1 503'],
])('a caller that %ss too slowly loses its seat to one that waits', async (_what, begin, told) => {
  const again = await system.startAgain({ filePace: QUICK });
  at = again.publicUrl;
  const slow = Array.from({ length: FILES_PER_HOLDER_MAX }, begin);
  await eventually(() => expect(seen.open).toBe(FILES_PER_HOLDER_MAX));

  expect(await (await open('w1/o1/0-small?link=signed')).text()).toBe('small');

  const answers = slow.map((socket) => text(socket).catch(() => ''));
  expect(await Promise.race(answers)).toContain(told);
  at = system.gateway.publicUrl;
  for (const socket of sockets) socket.destroy();
  await again.stop();
});

// Gives a waiting caller its seat long before its time limit.
const QUICK = { bytesPerSecondMin: 100_000_000, graceMs: 10 };

test('unsigned links take no seats from the workspace that they name', async () => {
  for (let n = 0; n < SLOW; n += 1) {
    call('GET', 'w2/o1/0-large?link=forged');
    call('PUT', 'w2/uploads/u1?link=forged', `${ANNOUNCED}hello`);
    // Without a first byte nothing reaches media, which therefore cannot refuse it.
    call('PUT', 'w2/uploads/u1?link=forged', ANNOUNCED);
  }
  await eventually(() => {
    expect(timesAsked('GET', 'link=forged')).toBe(SLOW);
    expect(timesAsked('PUT', 'link=forged')).toBe(SLOW);
  });

  expect(await (await open('w2/o1/0-small?link=signed')).text()).toBe('small');
});
