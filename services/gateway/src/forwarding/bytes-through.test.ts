import { request } from 'node:http';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { downloadFile, INTERNAL_HEADERS, putUpload } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { generateAssertionKeys, type Listening, type RouteContext } from '@output-review/runtime';
import { eventually, startPeer } from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

/** The file listener, as seen by the gateway. */
const listener = {
  received: [] as RouteContext['headers'][],
  bytes: 0,
  /** Null if the request was aborted before its end. */
  isWhole: null as boolean | null,
  refusesFirst: false,
};

let peer: Listening;
let system: TestGateway;
let url: string;

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  peer = await startPeer({
    service: 'media',
    assertions: assertionKeys.publicKey,
    routes: [
      { operation: putUpload, respond: takeBytes },
      { operation: downloadFile, respond: sendBytes },
    ],
  });
  const away = (): string => 'http://127.0.0.1:1';
  system = await startTestGateway({
    assertionKeys,
    peers: { evaluator: away, review: away, instructions: away, media: () => peer.url },
  });
  url = `${system.gateway.publicUrl}/files/w1/uploads/u1-a.txt?link=signed`;
});

beforeEach(() => {
  Object.assign(listener, { received: [], bytes: 0, isWhole: null, refusesFirst: false });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await peer.close(0);
});

async function takeBytes(ctx: RouteContext): Promise<void> {
  listener.received.push(ctx.headers);
  if (listener.refusesFirst) throw new AppError('FORBIDDEN', 'This link does not hold.');
  ctx.req.once('close', () => (listener.isWhole = ctx.req.complete));
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) listener.bytes += chunk.length;
  ctx.body = { ok: true };
}

async function sendBytes(ctx: RouteContext): Promise<void> {
  listener.received.push(ctx.headers);
  ctx.set({ 'content-range': 'bytes 0-1/9', etag: '"1"', 'content-disposition': 'inline' });
  ctx.set('content-security-policy', 'sandbox');
  ctx.type = 'image/png';
  ctx.body = Buffer.from('ab');
  ctx.status = 206;
}

test('forwards bytes with their content headers and without the credential', async () => {
  const body = Buffer.alloc(8_000_000, 'x');
  const headers = { 'content-type': 'image/png', authorization: 'Bearer wh-x', 'x-other': 'a' };

  const answer = await fetch(url, { method: 'PUT', body, headers });

  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect(listener.bytes).toBe(8_000_000);
  const [received] = listener.received;
  expect(received).toMatchObject({
    'content-type': 'image/png',
    'content-length': '8000000',
    [INTERNAL_HEADERS.hasCredential]: '1',
  });
  expect(received).not.toHaveProperty('authorization');
  expect(received).not.toHaveProperty('x-other');
});

test('forwards an empty body too', async () => {
  const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' } });

  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect(listener.bytes).toBe(0);
});

test('does not claim a credential for a caller without one', async () => {
  const forged = { [INTERNAL_HEADERS.hasCredential]: '1' };

  await fetch(url, { method: 'PUT', body: 'hello', headers: forged });

  expect(listener.received[0]).not.toHaveProperty(INTERNAL_HEADERS.hasCredential);
});

test('returns a refusal while the bytes are still arriving', async () => {
  listener.refusesFirst = true;

  const answer = await fetch(url, { method: 'PUT', body: Buffer.alloc(8_000_000) });

  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({
    ...{ error: 'This link does not hold.', code: 'FORBIDDEN', fields: {} },
  });
});

test('an upload that breaks off also breaks off at the owner', async () => {
  const sending = request(url, { method: 'PUT', headers: { 'content-length': '100' } });
  sending.on('error', () => {});
  sending.write('hello');
  await eventually(() => expect(listener.bytes).toBe(5));

  sending.destroy();

  await eventually(() => expect(listener.isWhole).toBe(false));
});

test('forwards range headers, and the range answer of the owner', async () => {
  const headers = { range: 'bytes=0-1', 'if-range': '"1"', 'if-none-match': '"2"' };

  const answer = await fetch(url, { headers });

  expect([answer.status, await answer.text()]).toEqual([206, 'ab']);
  expect(listener.received[0]).toMatchObject(headers);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...{ 'content-range': 'bytes 0-1/9', etag: '"1"', 'content-disposition': 'inline' },
    ...{ 'content-type': 'image/png', 'content-security-policy': 'sandbox' },
  });
});
