import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { searchOutputs } from '@output-review/contracts';
import { generateAssertionKeys, type Listening, type Route } from '@output-review/runtime';
import { type ApiClient, eventually, startPeer } from '@output-review/runtime/testing';

import { addUser, join, signInAs } from '../../test/people/test-user.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { ANSWERS_PER_CALLER_MAX, ANSWERS_PER_WORKSPACE_MAX } from './answer-seats.ts';

const PART = Buffer.alloc(64 * 1024, ' ');
// 16 MB: more than the socket buffers hold.
const PARTS = 256;
// More than there are connections to an owner.
const UNREAD = 130;

let system: TestGateway;
let owner: Listening;
const seen = { asked: 0, open: 0 };
const sockets: Socket[] = [];

const searching: Route = {
  operation: searchOutputs,
  async respond(http, tools) {
    await tools.identify(http, searchOutputs);
    seen.asked += 1;
    // If the caller has already hung up, `close` does not fire again.
    if (http.res.closed) return;
    seen.open += 1;
    http.res.once('close', () => (seen.open -= 1));
    http.type = 'json';
    http.body = http.querystring === 'limit=100' ? large() : '{}';
  },
};

/** Generated while it is read: this process could not send 40 whole ones before the wait for a seat times out. */
function large(): Readable {
  return Readable.from(Array.from({ length: PARTS }, () => PART));
}

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  owner = await startPeer({
    service: 'review',
    routes: [searching],
    assertions: assertionKeys.publicKey,
  });
  const away = (): string => 'http://127.0.0.1:1';
  system = await startTestGateway({
    assertionKeys,
    peers: { evaluator: away, review: () => owner.url, instructions: away, media: away },
  });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await eventually(() => expect(seen.open).toBe(0));
  seen.asked = 0;
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await owner.close(0);
});

/** Requests a large answer and does not read it. */
function askUnread(publicUrl: string, authorization = system.authorization): Socket {
  const { hostname, port, host } = new URL(publicUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `GET /api/logs?limit=100 HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n\r\n`,
  );
  sockets.push(socket);
  return socket;
}

/** The admin of another workspace. */
async function anAdmin(name: string): Promise<ApiClient> {
  const user = await addUser(system, name);
  await join(system, user, { workspaceId: `workspace of ${name}`, role: 'admin' });
  return signInAs(system, user);
}

test('a caller that reads nothing takes only its share of connections, and others are answered', async () => {
  const session = await system.signIn();
  for (let n = 0; n < UNREAD; n += 1) askUnread(system.gateway.publicUrl);
  await eventually(() => expect(seen.open).toBe(ANSWERS_PER_CALLER_MAX));

  expect((await session.get('/api/logs')).status).toBe(200);
  expect(seen.asked).toBe(ANSWERS_PER_CALLER_MAX + 1);

  // A caller that hangs up frees its seat for the next.
  for (const socket of sockets) if (socket.bytesRead > 0) socket.destroy();
  await eventually(() => expect(seen.asked).toBeGreaterThan(ANSWERS_PER_CALLER_MAX + 1));
});

test('tokens of two workspaces that read nothing leave connections to a third', async () => {
  const { publicUrl } = system.gateway;
  for (const admin of [await system.signIn(), await anAdmin('sue')]) {
    for (let n = 0; n < 3; n += 1) {
      const made = await admin.post('/api/tokens', { name: `unread ${n}`, scopes: ['read'] });
      const { token } = made.body as { token: string };
      for (let asked = 0; asked < ANSWERS_PER_CALLER_MAX; asked += 1) {
        askUnread(publicUrl, `Bearer ${token}`);
      }
    }
  }
  // The first has half of all, and the second half of the rest.
  const held = ANSWERS_PER_WORKSPACE_MAX * 1.5;
  await eventually(() => expect(seen.open).toBe(held));

  expect((await (await anAdmin('tom')).get('/api/logs')).status).toBe(200);
  expect(seen.open).toBe(held);
});

test('answers all of many concurrent calls of one caller', async () => {
  const calls = Array.from({ length: 200 }, () => system.tokenApi.get('/api/logs'));

  const answers = await Promise.all(calls);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('cuts an answer that is not read for too long', async () => {
  const again = await system.startAgain({ unreadMsMax: 50 });
  const socket = askUnread(again.publicUrl);
  await eventually(() => expect(seen.asked).toBe(1));

  await eventually(() => expect(seen.open).toBe(0));

  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await ended;
  expect(socket.bytesRead).toBeLessThan(PARTS * PART.length);
  await again.stop();
});
