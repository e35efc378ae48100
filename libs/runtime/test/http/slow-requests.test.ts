import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, test } from '@jest/globals';
import Koa from 'koa';

import { ARRIVAL, type ArrivalLimits, listen, type Listening } from '../../src/http/listen.ts';
import type { AppState } from '../../src/http/route.ts';
import { connectRaw, head, type RawConnection } from './raw-connection.ts';

let server: Listening | undefined;

afterEach(() => server?.close(0));

const AT_ONCE = 50;

// It waits no longer for a request than a test may.
const IMPATIENT: ArrivalLimits = { headersMs: 300, requestMs: 600, checkedEveryMs: 50 };

/** A server that reads bodies. */
async function start(arrival: ArrivalLimits): Promise<Listening> {
  const app = new Koa<AppState>();
  // Of bodies that end with their connections.
  app.silent = true;
  app.use(async (ctx) => {
    let length = 0;
    for await (const chunk of ctx.req) length += (chunk as Buffer).length;
    ctx.body = { length };
  });
  server = await listen(app, { host: '127.0.0.1', port: 0, arrival });
  return server;
}

/** Sends a byte, then another one, for as long as somebody listens. */
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
])('%s that comes byte by byte', (_, first, rest) => {
  const beginSlowly = (port: number): Promise<string>[] =>
    Array.from({ length: AT_ONCE }, () => {
      const connection = connectRaw(port);
      connection.send(first);
      return trickle(connection, rest);
    });

  test('is 503 and the end', async () => {
    const { port } = await start(IMPATIENT);

    for (const answer of await Promise.all(beginSlowly(port))) {
      // Node cannot tell them from callers of a process that has stood still.
      expect(answer).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n/);
      expect(answer).toMatch(/Retry-After: \d+\r\n/);
      expect(answer).toContain(
        '"error":"The request did not arrive in time. Try again.","code":"UNAVAILABLE"',
      );
    }
  });

  test('holds up nobody', async () => {
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

test('in service, a head has ten seconds to arrive and is looked for every five', () => {
  expect(ARRIVAL).toMatchObject({ headersMs: 10_000, checkedEveryMs: 5_000 });
});

test('a connection on which nothing comes is closed', async () => {
  const { port } = await start(IMPATIENT);
  const silent = Array.from({ length: AT_ONCE }, () => connectRaw(port));

  const answers = await Promise.all(silent.map(({ closed }) => closed));

  expect(answers.every((answer) => answer.startsWith('HTTP/1.1 503 '))).toBe(true);
});
