import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { awaitVerdict, submit, uniqueName } from '../../harness/outputs.ts';
import { makeRandomNumbers } from '../../harness/random-numbers.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import { type Attempt, makeAttempts, type Target } from './attempts.ts';

const CONNECTED = 'net.server.socket';
const SEED = 20261125;
const OF_EACH = 20;
const AT_ONCE = 25;
// Twice as long as a body that does not come is waited for.
const SILENCE_MS_MAX = 60_000;
// A usual run leaves 2 to 3 MB.
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

/** What came back until the connection was closed; null where neither came. */
function send({ parts, end, answers = 1 }: Attempt): Promise<string | null> {
  const { hostname, port } = new URL(system.url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
      for (const part of parts) socket.write(part);
      if (end === 'sent') socket.end();
      // What was written is handed over before.
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
    // To be reset while we send is a way of being closed.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status !== 100);

const STANDARD_BODY = /"code":"[A-Z_]+","fields":\{/;

/** What is wrong with an answer; null where nothing is. */
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

/** Sends them, some at once, and tells what was wrong. */
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

/** The connections that the public listener takes from now on, and those of them that it has. */
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

test('whatever bytes come, each connection is answered or closed, and memory and sockets are back to idle', async () => {
  const random = makeRandomNumbers(SEED);
  const { taken, open } = watchConnections();
  // What is compiled and cached on the first encounter.
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

test('no request that was hidden in another was taken as one', async () => {
  const { body } = await system.automation.get(
    `/api/logs?project=${encodeURIComponent(target.hiddenProject)}`,
  );
  const { text } = await (await system.signIn()).get('/api/projects');

  expect(body['total']).toBe(0);
  expect(text).toContain('Bytes');
  expect(text).not.toContain(target.hiddenProject);
});

test('the service still answers', async () => {
  const { id } = await submit(system.automation, { project: uniqueName('After'), output: 'a' });

  expect((await awaitVerdict(system.automation, id)).status).toBe(200);
});
