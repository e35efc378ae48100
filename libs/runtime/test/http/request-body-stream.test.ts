import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { type ArrivalLimits, requestBodyStream } from '../../src/http/request-body-stream.ts';
import { listenWith } from '../../src/http/listen.ts';

const LIMITS: ArrivalLimits = { silenceMs: 10_000, timeoutMs: 20_000 };

type Receive = (bytes: Readable, res: ServerResponse) => Promise<void>;

let close: () => Promise<void>;
let port: number;
let limits: ArrivalLimits;
let receive: Receive;

beforeEach(async () => {
  limits = LIMITS;
  const onRequest = (req: IncomingMessage, res: ServerResponse): void =>
    void receive(requestBodyStream(req, limits), res);
  const listening = await listenWith(onRequest, { host: '127.0.0.1', port: 0 });
  ({ port } = listening);
  close = () => listening.close(100);
});

afterEach(() => close());

/** Answers with the number of bytes, or with their error. */
const count: Receive = async (bytes, res) => {
  let sum = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) sum += chunk.length;
    res.end(String(sum));
  } catch (error) {
    res.end((error as Error).name + ((error as { code?: string }).code ?? ''));
  }
};

function send(headers: Record<string, string> = {}) {
  const sending = request({ host: '127.0.0.1', port, method: 'PUT', headers });
  const answered = new Promise<string>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => resolve(text));
    });
  });
  return { sending, answered };
}

test('passes on the bytes as sent', async () => {
  receive = count;
  const { sending, answered } = send();
  for (let part = 0; part < 100; part += 1) sending.write(Buffer.alloc(50_000));
  sending.end();

  expect(await answered).toBe('5000000');
});

test('sends 100 Continue to a client that waits for it', async () => {
  receive = count;
  const { sending, answered } = send({ expect: '100-continue', 'content-length': '5' });
  sending.on('continue', () => sending.end('hello'));
  sending.flushHeaders();

  expect(await answered).toBe('5');
});

test('fails when the bytes stall', async () => {
  limits = { ...LIMITS, silenceMs: 100 };
  receive = count;
  const { sending, answered } = send();
  sending.write('hello');

  expect(await answered).toBe('AppErrorVALIDATION_FAILED');
  sending.destroy();
});

test('bears a sender that pauses again and again, and a receiver that takes its time', async () => {
  limits = { ...LIMITS, silenceMs: 400 };
  receive = (bytes, res) => delay(1_500).then(() => count(bytes, res));
  const { sending, answered } = send();
  for (let part = 0; part < 4; part += 1) {
    sending.write('x');
    await delay(200);
  }
  sending.end();

  expect(await answered).toBe('4');
});

test.each([5, 5_000_000])(
  'does not blame the sender when the receiver ignores %i bytes',
  async (length) => {
    limits = { ...LIMITS, silenceMs: 100 };
    receive = async (bytes, res) => {
      bytes.once('error', (error) => res.end((error as { code?: string }).code));
    };
    const { sending, answered } = send();
    sending.write(Buffer.alloc(length));

    expect(await answered).toBe('UNAVAILABLE');
    sending.destroy();
  },
);

test('fails when the bytes trickle for too long', async () => {
  limits = { ...LIMITS, timeoutMs: 300 };
  receive = count;
  const { sending, answered } = send();
  const timer = setInterval(() => sending.write('x'), 20);

  expect(await answered).toBe('AppErrorVALIDATION_FAILED');
  clearInterval(timer);
  sending.destroy();
});

test('fails when the bytes break off', async () => {
  const failed = new Promise<unknown>((resolve) => {
    receive = async (bytes) => {
      bytes.once('error', resolve).once('data', () => sending.destroy());
    };
  });
  const { sending, answered } = send({ 'content-length': '100' });
  answered.catch(() => {});
  sending.write('hello');

  expect(await failed).toMatchObject({ name: 'ClientDisconnected' });
});

test('ends without waiting when the connection is closed for invalid data behind the body', async () => {
  const settled = new Promise<unknown>((resolve) => {
    receive = async (bytes) => {
      bytes.once('error', resolve).once('end', resolve).resume();
    };
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).write('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nhello');

  await settled;
  socket.destroy();
});

test('the request can be answered without reading its bytes', async () => {
  receive = async (bytes, res) => {
    bytes.destroy();
    res.end('enough');
  };
  const { sending, answered } = send({ 'content-length': '100' });
  sending.write('hello');

  expect(await answered).toBe('enough');
  sending.destroy();
});
