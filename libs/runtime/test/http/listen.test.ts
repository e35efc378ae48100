import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import Koa from 'koa';
import { afterEach, describe, expect, jest, test } from '@jest/globals';

import { listen, type Listening } from '../../src/http/listen.ts';
import type { AppState } from '../../src/http/route.ts';
import { CLOSER_MS_MAX } from '../../src/lifecycle/shutdown-stack.ts';
import { eventually } from '../../src/testing/index.ts';
import { connectRaw, head } from './raw-connection.ts';

let server: Listening | undefined;

afterEach(() => server?.close(0));

/** A server whose answer is held until it is released. */
async function startHeldServer() {
  let arrived = 0;
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const app = new Koa<AppState>();
  app.use(async (ctx) => {
    arrived += 1;
    if (ctx.path === '/held') await held;
    ctx.body = { ok: true };
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  return { server, letGo, arrived: () => arrived };
}

describe('an invalid HTTP request', () => {
  test.each([
    ['an invalid request line', 'hello\r\n\r\n', 'This is not a valid HTTP request.'],
    [
      'two lengths',
      head('POST', '/', { 'Content-Length': '1' }).replace(
        '\r\n\r\n',
        '\r\nContent-Length: 2\r\n\r\n',
      ),
      'This is not a valid HTTP request.',
    ],
    [
      'a head without end',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
      'The URL and the headers are too long.',
    ],
  ])(
    '%s is answered with 400 in the standard body, and the connection is closed',
    async (_, text, message) => {
      const { server } = await startHeldServer();
      const connection = connectRaw(server.port);

      connection.send(text);

      const answer = await connection.closed;
      expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
      expect(answer).toMatch(/x-request-id: [\da-f-]{36}\r\n/);
      expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
      expect(answer).toContain(`{"error":"${message}","code":"VALIDATION_FAILED","fields":{}}`);
    },
  );

  test('during an answer cuts the connection', async () => {
    const app = new Koa<AppState>();
    app.use((ctx) => {
      const body = new PassThrough();
      body.write('the first part');
      ctx.body = body;
    });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
    const connection = connectRaw(server.port);
    connection.send(head('GET', '/'));
    await eventually(() => expect(connection.received()).toContain('the first part'));

    connection.send('hello\r\n\r\n');

    const answer = await connection.closed;
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/the first part\r\n$/);
  });

  test('after a finished answer is answered', async () => {
    const { server } = await startHeldServer();
    const connection = connectRaw(server.port);

    connection.send(head('GET', '/quick'));
    await eventually(() => expect(connection.received()).toContain('{"ok":true}'));
    connection.send('hello\r\n\r\n');

    expect(await connection.closed).toMatch(/^HTTP\/1.1 200 [^]*\{"ok":true\}HTTP\/1.1 400 /);
  });
});

test.each(['', 'Host: a\r\nExpect: the unexpected\r\n'])(
  'leaves a request with the headers %j to the app, which Node would refuse without a body',
  async (headers) => {
    const { server } = await startHeldServer();
    const connection = connectRaw(server.port);

    connection.send(`GET / HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

    expect(await connection.closed).toMatch(/^HTTP\/1.1 200 /);
  },
);

test('keeps an idle connection for longer than load balancers do', async () => {
  const { server } = await startHeldServer();

  const { headers } = await fetch(`${server.url}/quick`);

  // Load balancers commonly keep one for 60 s.
  expect(headers.get('keep-alive')).toBe('timeout=65');
});

/** Sends a request over a new connection. Returns the status or the error code. */
function askOnce(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/quick', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end();
  });
}

describe('close', () => {
  test('finishes open requests, refuses new ones, and closes idle connections', async () => {
    const { server, letGo, arrived } = await startHeldServer();
    const idle = connectRaw(server.port);
    idle.send(head('GET', '/quick'));
    const open = connectRaw(server.port);
    open.send(head('GET', '/held'));
    await eventually(() => expect(arrived()).toBe(2));
    await eventually(() => expect(idle.received()).toContain('{"ok":true}'));

    const closed = server.close();
    await idle.closed;
    await expect(fetch(server.url)).rejects.toThrow();
    letGo();

    expect(await open.closed).toContain('{"ok":true}');
    await closed;
  });

  test('does not reset connected callers, whenever it happens', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const { server } = await startHeldServer();
      const answers = Array.from({ length: 20 }, () => askOnce(server.port));

      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      const closed = server.close();

      for (const answer of await Promise.all(answers))
        expect([200, 'ECONNREFUSED']).toContain(answer);
      await closed;
    }
  });

  test('does not reset connected callers when the process stalls', async () => {
    const { server } = await startHeldServer();
    const answers = Array.from({ length: 20 }, () => askOnce(server.port));
    // The callers connect in the first turn.
    await nextTurn();
    let hours = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (hours += 1) * 3_600_000);

    const closed = server.close();
    const statuses = await Promise.all(answers);
    clock.mockRestore();

    expect(new Set(statuses)).toEqual(new Set([200]));
    await closed;
  });

  test('answers a caller that is connected and sends its request a moment later', async () => {
    const { server } = await startHeldServer();
    const caller = connectRaw(server.port);
    // Connections are accepted in order, so the caller's was.
    await askOnce(server.port);

    const closed = server.close();
    await eventually(async () => expect(await askOnce(server.port)).toBe('ECONNREFUSED'));
    caller.send(head('GET', '/quick'));

    expect(await caller.closed).toContain('{"ok":true}');
    await closed;
  });

  test('answers a caller that has sent a part of its request', async () => {
    const { server } = await startHeldServer();
    const caller = connectRaw(server.port);
    const request = head('GET', '/quick');
    caller.send(request.slice(0, 5));
    await askOnce(server.port);

    const closed = server.close();
    // By then it has given up on connections without data.
    await delay(1_500);
    caller.send(request.slice(5));

    expect(await caller.closed).toContain('{"ok":true}');
    await closed;
  });

  test('sends all of an ended answer to a slow caller', async () => {
    // More than the kernel buffers.
    const body = Buffer.alloc(32_000_000, 'a');
    const app = new Koa<AppState>();
    app.use((ctx) => (ctx.body = ctx.path === '/large' ? body : ''));
    const listening = await listen(app, { host: '127.0.0.1', port: 0 });
    server = listening;
    const answer = await new Promise<IncomingMessage>((resolve) =>
      request({ host: '127.0.0.1', port: listening.port, path: '/large' }, resolve).end(),
    );

    const closed = listening.close();
    await eventually(async () => expect(await askOnce(listening.port)).toBe('ECONNREFUSED'));
    let received = 0;
    for await (const chunk of answer) received += (chunk as Buffer).length;

    expect(received).toBe(body.length);
    await closed;
  });

  test('does not wait for a connection without data', async () => {
    const { server } = await startHeldServer();
    const silent = connectRaw(server.port);
    await askOnce(server.port);

    // Longer than the test timeout.
    await server.close(600_000);

    expect(await silent.closed).toBe('');
  });

  test('cuts off open requests at the deadline', async () => {
    const { server, arrived } = await startHeldServer();
    const open = connectRaw(server.port);
    open.send(head('GET', '/held'));
    await eventually(() => expect(arrived()).toBe(1));

    await server.close(10);

    expect(await open.closed).toBe('');
  });

  test('cuts off endless requests before the shutdown stack reports a failure', async () => {
    const { server, arrived } = await startHeldServer();
    const open = connectRaw(server.port);
    open.send(head('GET', '/held'));
    await eventually(() => expect(arrived()).toBe(1));
    const timers = jest.spyOn(globalThis, 'setTimeout');

    const closed = server.close();
    const [cutOff, afterMs] = timers.mock.calls[0] ?? [];
    timers.mockRestore();
    // Simulates the end of the timeout.
    cutOff?.();

    expect(await open.closed).toBe('');
    await closed;
    expect(afterMs).toBeLessThan(CLOSER_MS_MAX);
  });

  test('returns the same promise when called again', async () => {
    const { server } = await startHeldServer();

    expect(server.close()).toBe(server.close());
    await server.close();
  });
});

test('rejects a port in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;

  await expect(listen(new Koa<AppState>(), { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await new Promise((resolve) => other.close(resolve));
});
