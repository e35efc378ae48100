import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, test } from '@jest/globals';
import Koa from 'koa';

import { ARRIVAL, type ArrivalLimits, listen, type Listening } from '../../src/http/listen.ts';
import type { AppState } from '../../src/http/route.ts';
import { connectRaw, head, type RawConnection } from './raw-connection.ts';

let server: Listening | undefined;

afterEach(() => server?.close(0));

const AT_ONCE = 50;

// Shorter than the test timeout.
const IMPATIENT: ArrivalLimits = { headersMs: 300, requestMs: 600, checkedEveryMs: 50 };

/** A server that reads bodies. */
async function start(arrival: ArrivalLimits): Promise<Listening> {
  const app = new Koa<AppState>();
  // Ignores errors of bodies whose connection ends.
  app.silent = true;
  app.use(async (ctx) => {
    let length = 0;
    for await (const chunk of ctx.req) length += (chunk as Buffer).length;
    ctx.body = { length };
  });
  server = await listen(app, { host: '127.0.0.1', port: 0, arrival });
  return server;
}

/** Sends a text again and again until the connection is closed. */
async function trickle(connection: RawConnection, text: string): Promise<string> {
  let isClosed = false;
  const closed = connection.closed.finally(() => (isClosed = true));
  for (let n = 0; !isClosed; n += 1) {
    connection.send(text.charAt(n % text.length));
    await delay(10);
  }
  return closed;
}

const BODY = head('POST', '/', { 'Content-Length': '1000000' });
const CHUNKED = head('POST', '/', { 'Transfer-Encoding': 'chunked' });

describe.each([
  ['a request line', 'GET /', 'a'],
  ['headers without end', 'GET / HTTP/1.1\r\n', 'X: y\r\n'],
  ['a body', BODY, 'x'],
  ['chunks', CHUNKED, '1\r\nx\r\n'],
])('%s that arrives byte by byte', (_, first, rest) => {
  const beginSlowly = (port: number): Promise<string>[] =>
    Array.from({ length: AT_ONCE }, () => {
      const connection = connectRaw(port);
      connection.send(first);
      return trickle(connection, rest);
    });

  test('is answered with 503 and disconnected', async () => {
    const { port } = await start(IMPATIENT);

    for (const answer of await Promise.all(beginSlowly(port))) {
      // Node cannot distinguish slow callers from a process that stalled.
      expect(answer).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n/);
      expect(answer).toMatch(/Retry-After: \d+\r\n/);
      expect(answer).toContain(
        '"error":"The request did not arrive in time. Try again.","code":"UNAVAILABLE"',
      );
    }
  });

  test('does not block other callers', async () => {
    const { port, url, close } = await start(ARRIVAL);
    let endedCount = 0;
    const slow = beginSlowly(port).map((ended) => ended.then(() => (endedCount += 1)));

    const other = await fetch(url, { method: 'POST', body: 'abc' });

    expect(await other.json()).toEqual({ length: 3 });
    expect(endedCount).toBe(0);
    await close(0);
    await Promise.all(slow);
  });
});

test('in production, headers have ten seconds to arrive and are checked every five', () => {
  expect(ARRIVAL).toMatchObject({ headersMs: 10_000, checkedEveryMs: 5_000 });
});

test('closes a connection without data', async () => {
  const { port } = await start(IMPATIENT);
  const silent = Array.from({ length: AT_ONCE }, () => connectRaw(port));

  const answers = await Promise.all(silent.map(({ closed }) => closed));

  expect(answers.every((answer) => answer.startsWith('HTTP/1.1 503 '))).toBe(true);
});
