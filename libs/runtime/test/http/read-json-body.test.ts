import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';

import { afterEach, expect, test } from '@jest/globals';

import { ClientDisconnected } from '../../src/http/request-body-stream.ts';
import { BodyBudget } from '../../src/http/body-budget.ts';
import type { BodyBudgetOptions } from '../../src/http/body-place.ts';
import { type BodyLimits, readJsonBody } from '../../src/http/read-json-body.ts';
import { eventually } from '../../src/testing/index.ts';
import { connectRaw, head } from './raw-connection.ts';

let server: Server | undefined;

afterEach(() => server?.closeAllConnections());

const budgetOf = (of: Partial<BodyBudgetOptions> = {}) =>
  new BodyBudget({
    bytesMax: 10_000_000,
    shareBytesMax: 10_000_000,
    waitMsMax: 60_000,
    pace: { bytesPerSecondMin: 1, graceMs: 60_000 },
    ...of,
  });

/** A budget whose bytes are all taken. */
function fullBudget(bytesMax: number) {
  const budget = budgetOf({ bytesMax });
  const place = budget.open({ bytesMax, clients: [], onLost: () => {} });
  void place.take(bytesMax);
  return { budget, release: () => place.release() };
}

interface Reading extends BodyLimits {
  /** What happens before a body is read, such as identifying the caller. */
  readonly before: (req: IncomingMessage) => Promise<unknown>;
}

/** A server that reads bodies within limits, and the outcome of each. */
async function startReader({ budget = budgetOf(), before, ...of }: Partial<Reading> = {}) {
  const limits = { bytesMax: 1_000_000, timeoutMs: 60_000, clients: [], budget, ...of };
  const results: Promise<unknown>[] = [];
  server = createServer((req: IncomingMessage) => {
    const reading = Promise.resolve(before?.(req)).then(() => readJsonBody(req, limits));
    results.push(reading.catch((error: unknown) => error));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { port: (server.address() as AddressInfo).port, results };
}

const post = (body: string, length = body.length) =>
  head('POST', '/', { 'Content-Type': 'application/json', 'Content-Length': String(length) }) +
  body;

test('refuses a body that stops arriving when its time is up', async () => {
  const { port, results } = await startReader({ timeoutMs: 30 });

  connectRaw(port).send(post('{"a":', 100));

  await eventually(() => expect(results).toHaveLength(1));
  expect(await results[0]).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'The body did not arrive in time.',
  });
});

test('distinguishes a client that disconnects from every failure', async () => {
  const { port, results } = await startReader();
  const connection = connectRaw(port);
  connection.send(post('{"a":', 100));
  await eventually(() => expect(results).toHaveLength(1));

  connection.destroy();

  expect(await results[0]).toBeInstanceOf(ClientDisconnected);
});

test('does not wait for a body whose client is gone before it is read', async () => {
  const before = (req: IncomingMessage) => eventually(() => expect(req.destroyed).toBe(true));
  const { port, results } = await startReader({ before });
  const connection = connectRaw(port);
  connection.send(post('{"a":', 100));
  await eventually(() => expect(results).toHaveLength(1));

  connection.destroy();

  expect(await results[0]).toBeInstanceOf(ClientDisconnected);
});

test('stops reading a body until the budget has room, and gives the bytes back on release', async () => {
  const { budget, release } = fullBudget(10);
  const { port, results } = await startReader({ budget });
  connectRaw(port).send(post('{"a":1}'));
  await eventually(() => expect(results).toHaveLength(1));
  expect(budget.bytesCharged).toBe(10);

  release();

  const body = (await results[0]) as { value: unknown; text: string; release: () => void };
  expect(body).toMatchObject({ value: { a: 1 }, text: '{"a":1}', bytes: 7 });
  expect(budget.bytesCharged).toBe(7);
  body.release();
  expect(budget.bytesCharged).toBe(0);
});

test('reads a body that arrived before it was read and then waits for room', async () => {
  const { budget, release } = fullBudget(10);
  const before = (req: IncomingMessage) => eventually(() => expect(req.complete).toBe(true));
  const { port, results } = await startReader({ budget, before });
  connectRaw(port).send(post('{"a":1}'));
  await eventually(() => expect(results).toHaveLength(1));
  await expect(Promise.race([results[0], delay(100, 'waits')])).resolves.toBe('waits');

  release();

  expect(await results[0]).toMatchObject({ value: { a: 1 } });
});

test('gives a body its full time after a wait for room, but no more', async () => {
  const { budget, release } = fullBudget(10);
  const { port, results } = await startReader({ budget, timeoutMs: 100 });
  connectRaw(port).send(post('{"a":', 9));
  await eventually(() => expect(results).toHaveLength(1));
  await expect(Promise.race([results[0], delay(300, 'waits')])).resolves.toBe('waits');

  release();

  expect(await results[0]).toMatchObject({ message: 'The body did not arrive in time.' });
});

test('a whole body of unknown length keeps room for no more than it has', async () => {
  const { port, results } = await startReader({ budget: budgetOf({ bytesMax: 1_000_000 }) });
  const jsonOf = (length: number): string => JSON.stringify('x'.repeat(length - 2));
  const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
  const chunk = `${(100_000).toString(16)}\r\n${jsonOf(100_000)}\r\n0\r\n\r\n`;
  connectRaw(port).send(head('POST', '/', chunked) + chunk);
  await eventually(() => expect(results).toHaveLength(1));
  await results[0];

  connectRaw(port).send(post(jsonOf(900_000)));

  await eventually(() => expect(results).toHaveLength(2));
  expect(await results[1]).toMatchObject({ bytes: 900_000 });
});

test('charges the received bytes of a body, not its declared length', async () => {
  const budget = budgetOf();
  const { port, results } = await startReader({ budget });
  const connection = connectRaw(port);
  connection.send(post('{"a":', 900_000));

  await eventually(() => expect(budget.bytesCharged).toBe('{"a":'.length));
  connection.destroy();

  expect(await results[0]).toBeInstanceOf(ClientDisconnected);
  expect(budget.bytesCharged).toBe(0);
});

test('a failed body gives its room back automatically', async () => {
  const budget = budgetOf();
  const { port, results } = await startReader({ budget });

  connectRaw(port).send(post('{"a":'));

  await eventually(() => expect(results).toHaveLength(1));
  expect(await results[0]).toMatchObject({ code: 'INVALID_JSON' });
  expect(budget.bytesCharged).toBe(0);
});

test('a client that disconnects while it waits for room takes none', async () => {
  const { budget, release } = fullBudget(10);
  const { port, results } = await startReader({ budget });
  const connection = connectRaw(port);
  connection.send(post('{"a":', 7));
  await eventually(() => expect(results).toHaveLength(1));
  connection.destroy();
  await connection.closed;

  release();

  expect(await results[0]).toBeInstanceOf(ClientDisconnected);
  expect(budget.bytesCharged).toBe(0);
});

test.each(['declared', 'chunked'])('assembles a body of many parts: %s', async (way) => {
  const { port, results } = await startReader();
  const text = JSON.stringify({ a: 'é😀'.repeat(50_000) });
  const body = Buffer.from(text);
  const length: Record<string, string> =
    way === 'chunked'
      ? { 'Transfer-Encoding': 'chunked' }
      : { 'Content-Length': String(body.length) };
  const connection = connectRaw(port);
  connection.send(head('POST', '/', { 'Content-Type': 'application/json', ...length }));
  await eventually(() => expect(results).toHaveLength(1));

  // A part that ends within a character, then more than a socket delivers at once.
  for (const part of [body.subarray(0, 7), body.subarray(7, 20), body.subarray(20)]) {
    if (way === 'chunked') connection.send(`${part.length.toString(16)}\r\n`);
    connection.send(part);
    if (way === 'chunked') connection.send('\r\n');
    await setImmediate();
  }
  if (way === 'chunked') connection.send('0\r\n\r\n');

  expect(await results[0]).toMatchObject({ text, bytes: body.length });
});
