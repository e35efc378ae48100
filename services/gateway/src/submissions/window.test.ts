import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { systemClock } from '@output-review/runtime';
import { expect, test } from '@jest/globals';
import { ALL_CONNECTIONS, FakeClock } from '@output-review/runtime/testing';

import { MemoryRateWindow } from '../rate-limit/memory-rate-window.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const submit = ({ tokenApi }: TestGateway, body: object, headers: Record<string, string> = {}) =>
  tokenApi.post('/api/logs', { project: 'Support', output: 'text', ...body }, headers);

test('accepts exactly sixty of two hundred concurrent submissions, and a refusal tells only when to retry', async () => {
  await using system = await startTestGateway(ALL_CONNECTIONS);

  const answers = await Promise.all(Array.from({ length: 200 }, () => submit(system, {})));

  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(60);
  expect(refused).toHaveLength(140);
  expect(refused[0]?.headers.get('retry-after')).toBe('60');
  expect(refused[0]?.body).toEqual({ error: expect.any(String) });
});

test('each token has its own sixty slots', async () => {
  await using system = await startTestGateway(ALL_CONNECTIONS);
  const admin = await system.signIn();
  const made = await admin.post('/api/tokens', { name: 'ci', scopes: ['submit'] });
  const { token } = made.body as { token: string };
  const named = system.api.with({ authorization: `Bearer ${token}` });

  const answers = await Promise.all(
    Array.from({ length: 70 }, () => [
      submit(system, {}),
      named.post('/api/logs', { project: 'Support', output: 'text' }),
    ]).flat(),
  );

  const accepted = answers.map(({ status }, n) => (status === 202 ? n % 2 : -1));
  expect(accepted.filter((which) => which === 0)).toHaveLength(60);
  expect(accepted.filter((which) => which === 1)).toHaveLength(60);
});

test('a revoked token over its limit gets 401', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateLimitPerMinute: 1 });
  const admin = await system.signIn();
  const made = await admin.post('/api/tokens', { name: 'ci', scopes: ['submit'] });
  const { id, token } = made.body as { id: string; token: string };
  const named = system.api.with({ authorization: `Bearer ${token}` });
  const send = () => named.post('/api/logs', { project: 'Support', output: 'text' });
  const before = [await send(), await send(), await send()];
  await admin.delete(`/api/tokens/${id}`);

  const answers = [...before, await send()];

  expect(answers.map(({ status }) => status)).toEqual([202, 429, 429, 401]);
});

test('an invalid request takes a slot; a repeat and a refusal take none', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateLimitPerMinute: 3 });
  const key = { 'idempotency-key': 'k' };

  const statuses = [
    await submit(system, {}, key),
    await submit(system, {}, key),
    await submit(system, { output: 7 }),
    await system.tokenApi.post('/api/logs', 'not json'),
    await submit(system, {}),
    await submit(system, { output: 7 }),
    await submit(system, {}, key),
  ].map(({ status }) => status);

  expect(statuses).toEqual([202, 202, 400, 400, 429, 429, 202]);
});

test('a submission that conflicts with an earlier one is not a repeat and takes a slot', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateLimitPerMinute: 3 });
  const key = { 'idempotency-key': 'k' };

  const statuses = [
    await submit(system, { id: 'o-1' }, key),
    await submit(system, { id: 'o-1', output: 'other' }),
    await submit(system, { output: 'other' }, key),
    await submit(system, { id: 'o-1', output: 'other' }),
    await submit(system, { id: 'o-1' }),
  ].map(({ status }) => status);

  expect(statuses).toEqual([202, 409, 422, 429, 202]);
});

test('a slot is free again sixty seconds after it was taken, and not before', async () => {
  const clock = new FakeClock();
  const rateWindow = new MemoryRateWindow(clock);
  await using system = await startTestGateway({
    ...ALL_CONNECTIONS,
    clock,
    rateWindow,
    rateLimitPerMinute: 1,
  });

  const first = await submit(system, {});
  clock.advance(59_999);
  const tooSoon = await submit(system, {});
  clock.advance(1);
  const inTime = await submit(system, {});

  expect([first, tooSoon, inTime].map(({ status }) => status)).toEqual([202, 429, 202]);
});

test('a restart does not lose the slots that were taken', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateLimitPerMinute: 2 });
  await submit(system, {});
  await system.gateway.stop();

  const again = await system.startAgain({ rateWindow: new MemoryRateWindow(systemClock) });
  const url = again.publicUrl;
  const headers = { authorization: system.authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ project: 'Support', output: 'text' });
  const statuses: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    statuses.push((await fetch(`${url}/api/logs`, { method: 'POST', headers, body })).status);
  }
  await again.stop();

  expect(statuses).toEqual([202, 429]);
});

test('a caller that sends an oversized body before it reads gets 413, and over the limit 429', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateLimitPerMinute: 1 });

  const answers = [await sendBeforeReading(system), await sendBeforeReading(system)];

  expect(answers).toEqual([
    expect.stringMatching(/^HTTP\/1.1 413 /),
    expect.stringMatching(/^HTTP\/1.1 429 [^]*\r\nretry-after: \d+\r\n/i),
  ]);
});

/** The answer, read only after the last byte was sent. */
async function sendBeforeReading({ gateway, authorization }: TestGateway) {
  const { host, hostname, port } = new URL(gateway.publicUrl);
  const bytes = 8_000_000;
  const headers = {
    ...{ Host: host, Authorization: authorization },
    ...{ 'Content-Type': 'application/json', 'Content-Length': bytes },
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).write(`POST /api/logs HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.write(Buffer.alloc(bytes, 'x'), () => resolve());
  });
  return text(socket);
}
