import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, makeRandomNumbers } from '@output-review/runtime/testing';

import { awaitVerdict, submit, uniqueName } from '../../harness/outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import { type Attempt, makeAttempts, type Target } from './attempts.ts';

const CONNECTED = 'net.server.socket';
const SEED = 20261125;
const OF_EACH = 20;
const AT_ONCE = 25;
// Twice the timeout for an idle body.
const SILENCE_MS_MAX = 60_000;
// A normal run leaves 2 to 3 MB.
const HEAP_GROWTH_MAX = 24 * 1024 * 1024;

let system: EmbeddedSystem;
let target: Target;
let onConnection: ChannelListener = () => {};

beforeAll(async () => {
  system = await startEmbeddedSystem();
  const hiddenProject = uniqueName('Hidden');
  target = { host: new URL(system.url).host, token: system.token, hiddenProject };
}, 60_000);

afterAll(async () => {
  unsubscribe(CONNECTED, onConnection);
  await system.stop();
});

/** @returns what was received until the connection was closed; null on a timeout. */
function send({ parts, end, answers = 1 }: Attempt): Promise<string | null> {
  const { hostname, port } = new URL(system.url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
      for (const part of parts) socket.write(part);
      if (end === 'sent') socket.end();
      // After the written bytes have been handed to the kernel.
      if (end === 'reset') setImmediate(() => socket.resetAndDestroy());
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (end === 'answered' && statusesOf(received).length >= answers) socket.end();
    });
    socket.setTimeout(SILENCE_MS_MAX, () => {
      resolve(null);
      socket.destroy();
    });
    // A reset while sending counts as closed.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status !== 100);

const STANDARD_BODY = /"code":"[A-Z_]+","fields":\{/;

/** Returns what is wrong with a response; null if nothing is. */
function faultOf({ end, answers }: Attempt, answer: string | null): string | null {
  if (answer === null) return 'neither answered nor closed';
  if (answer !== '' && !answer.startsWith('HTTP/1.1 ')) return 'not HTTP';
  const statuses = statusesOf(answer);
  if (statuses.some((status) => status >= 500)) return 'a fault of the server';
  if (end !== 'answered') return null;
  if (answers !== undefined && statuses.length !== answers)
    return `${statuses.length} answers instead of ${answers}`;
  const last = answer.slice(answer.lastIndexOf('HTTP/1.1 '));
  return statuses.at(-1)! >= 400 && !STANDARD_BODY.test(last) ? 'not the standard body' : null;
}

/** Sends all attempts, several at once. @returns the faults found. */
async function sendAll(attempts: readonly Attempt[]): Promise<object[]> {
  const faults: object[] = [];
  const left = [...attempts];
  const sendLeft = async (): Promise<void> => {
    for (let attempt = left.pop(); attempt; attempt = left.pop()) {
      const answer = await send(attempt);
      const fault = faultOf(attempt, answer);
      const sent = attempt.parts.map((part) => part.toString('latin1').slice(0, 400));
      if (fault) faults.push({ fault, name: attempt.name, sent, answer: answer?.slice(0, 600) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendLeft));
  return faults;
}

/** Tracks the connections accepted by the public listener from now on, and which are open. */
function watchConnections() {
  const taken = new Set<Socket>();
  const open = new Set<Socket>();
  const port = Number(new URL(system.url).port);
  onConnection = (message) => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort !== port) return;
    taken.add(socket);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  subscribe(CONNECTED, onConnection);
  return { taken, open };
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('answers or closes each connection whatever the bytes, and frees memory and sockets', async () => {
  const random = makeRandomNumbers(SEED);
  const { taken, open } = watchConnections();
  // Warms up compiled code and caches.
  const warmUp = await sendAll(makeAttempts(target, random, 2));
  const before = heapUsed();

  const attempts = makeAttempts(target, random, OF_EACH);
  const faults = await sendAll(attempts);

  expect([...warmUp, ...faults]).toEqual([]);
  expect(taken.size).toBeGreaterThanOrEqual(attempts.length);
  taken.clear();
  await eventually(() => expect(open.size).toBe(0));
  await eventually(() => expect(heapUsed() - before).toBeLessThan(HEAP_GROWTH_MAX));
});

test('processes no request hidden in another', async () => {
  const { body } = await system.automation.get(
    `/api/logs?project=${encodeURIComponent(target.hiddenProject)}`,
  );
  const { text } = await (await system.signIn()).get('/api/projects');

  expect(body['total']).toBe(0);
  expect(text).toContain('Bytes');
  expect(text).not.toContain(target.hiddenProject);
});

test('still answers afterwards', async () => {
  const { id } = await submit(system.automation, { project: uniqueName('After'), output: 'a' });

  expect((await awaitVerdict(system.automation, id)).status).toBe(200);
});
