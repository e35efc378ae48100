import type { ServerResponse } from 'node:http';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getOutputStatus, INTERNAL_OPERATIONS, searchOutputs } from '@output-review/contracts';
import { generateAssertionKeys, type Route, type RouteContext } from '@output-review/runtime';
import { eventually, startPeer } from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { DEFAULT_LIMITS } from '../access/limits.ts';
import type { RunningGateway } from '../options.ts';
import { ANSWER_BYTES_MAX } from './tools.ts';

const { followSettled } = INTERNAL_OPERATIONS;

let system: TestGateway;
let review: Awaited<ReturnType<typeof startReview>>;
const others: RunningGateway[] = [];

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  review = await startReview(assertionKeys.publicKey);
  system = await startTestGateway({
    assertionKeys,
    rateLimitPerMinute: 2,
    isTrustedProxy: (address) => address === '127.0.0.1',
    peers: { review: () => review.url, instructions: () => 'http://127.0.0.1:1' },
  });
});

afterEach(async () => {
  for (const gateway of others.splice(0)) await gateway.stop();
  review.found = {};
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await review.stop();
});

/** A review service whose outputs are never decided. */
async function startReview(publicKey: string) {
  const seen = { asked: [] as { url: string; headers: RouteContext['headers'] }[], found: {} };
  const feeds = new Set<ServerResponse>();
  const answering = (operation: Route['operation'], body: () => unknown): Route => ({
    operation,
    async respond(ctx, tools) {
      await tools.identify(ctx, operation);
      seen.asked.push({ url: ctx.url, headers: ctx.headers });
      ctx.body = body();
    },
  });
  const feeding: Route = {
    operation: followSettled,
    async respond(ctx) {
      ctx.respond = false;
      ctx.res.writeHead(200).write('[]\n');
      feeds.add(ctx.res);
    },
  };
  const undecided = { settled: false, humanDecision: null };
  const listener = await startPeer({
    service: 'review',
    routes: [
      answering(getOutputStatus, () => undecided),
      answering(searchOutputs, () => seen.found),
      feeding,
    ],
    assertions: publicKey,
  });
  return Object.assign(seen, {
    url: listener.url,
    stop: async () => {
      for (const feed of feeds) feed.destroy();
      await listener.close(0);
    },
  });
}

interface Sent {
  readonly url?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const send = (
  message: object,
  { url = system.gateway.publicUrl, path = '/api/mcp', headers, signal }: Sent = {},
) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: system.authorization,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    ...(signal && { signal }),
  });

const list = { method: 'tools/list' };
const calling = (name: string, args: object, meta?: object) => ({
  method: 'tools/call',
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
});

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly [{ readonly text: string }];
}

/** The answer of a tool, and whether it is an error. */
async function resultOf(answer: Response | Promise<Response>) {
  const text = await (await answer).text();
  const last = text.trim().split('\n').at(-1) ?? '';
  const { result } = JSON.parse(last.replace('data: ', '')) as { readonly result: ToolResult };
  const body = JSON.parse(result.content[0].text) as Record<string, unknown>;
  return { isError: result.isError === true, body };
}

const call = (name: string, args: object, sent?: Sent) => resultOf(send(calling(name, args), sent));

async function startAgain(change: Parameters<TestGateway['startAgain']>[0] = {}) {
  const gateway = await system.startAgain({ publicPort: 0, ...change });
  others.push(gateway);
  return { url: gateway.publicUrl, gateway };
}

describe('a tool call counts as its operation', () => {
  test('a submission in the window of its token, also if invalid', async () => {
    const submission = { project: 'Agents', output: 'Text.' };

    const first = await call('submit_output', submission);
    const wrong = await call('submit_output', { project: 'Agents' });
    const over = await call('request_approval', { project: 'Agents' });
    const byHttp = await system.tokenApi.post('/api/logs', submission);

    expect(first).toMatchObject({ isError: false, body: { status: 'pending' } });
    expect(wrong).toMatchObject({ isError: true, body: { code: 'VALIDATION_FAILED' } });
    expect(over).toMatchObject({
      isError: true,
      body: { code: 'RATE_LIMITED', fields: {}, retryAfterSeconds: 60 },
    });
    expect(byHttp.status).toBe(429);
  });

  test('a search as one read, like every other message', async () => {
    const limits = { ...DEFAULT_LIMITS, readsPerMinute: 3 };
    const { url } = await startAgain({ limits });
    expect((await call('search_outputs', {}, { url })).isError).toBe(false);
    expect((await send(list, { url })).status).toBe(200);
    expect((await send(calling('unknown', {}), { url })).status).toBe(200);

    expect(await call('search_outputs', {}, { url })).toMatchObject({
      isError: true,
      body: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
    });
    const refused = await send(list, { url });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const noJson = await send(list, { url, headers: { 'content-type': 'text/plain' } });
    expect(noJson.status).toBe(429);
  });

  /** A token that has made no call yet. */
  async function makeToken() {
    const admin = await system.signIn();
    const { body } = await admin.post('/api/tokens', { name: 'new', scopes: ['submit'] });
    return `Bearer ${(body as { token: string }).token}`;
  }

  const submit = calling('submit_output', {});
  test.each<[string, object, Record<string, string>?]>([
    ['whose arguments are text', { ...submit, params: { ...submit.params, arguments: 'text' } }],
    ['whose arguments are null', { ...submit, params: { ...submit.params, arguments: null } }],
    ['of another version of JSON-RPC', { ...submit, jsonrpc: '1.0' }],
    ['with a wrong id', { ...submit, id: 1.5 }],
    ['that cannot be answered as it wants', submit, { accept: 'text/html' }],
    ['of an unknown protocol version', submit, { 'mcp-protocol-version': '1999-01-01' }],
  ])('a call %s, which is refused before it runs, as a read', async (_, message, headers = {}) => {
    const { url } = await startAgain({ limits: { ...DEFAULT_LIMITS, readsPerMinute: 3 } });
    const sent = { url, headers: { ...headers, authorization: await makeToken() } };

    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const answer = await send(message, sent);
      expect(await answer.text()).toContain('"error":');
      statuses.push(answer.status);
    }

    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
  });
});

test('says that the answer to a known submission is the first one', async () => {
  const { url } = await startAgain({ rateLimitPerMinute: 0 });
  const submission = { id: 'known', project: 'Agents', output: 'Text.' };

  const first = await call('submit_output', submission, { url });
  const again = await call('submit_output', submission, { url });

  expect(first.body['note']).toContain('Accepted');
  expect(again.body).toEqual({
    ...first.body,
    note: expect.stringContaining('the answer of that time'),
  });
});

test('refuses a key that could modify the prototype of an object', async () => {
  const args = JSON.parse('{"id":"a","wait":0,"__proto__":{"x":1}}') as object;

  const { isError, body } = await call('await_decision', args);

  expect([isError, body['code']]).toEqual([true, 'VALIDATION_FAILED']);
  expect(Object.keys(body['fields'] as object)).toEqual(['__proto__']);
});

describe('a call that waits', () => {
  const waiting = (sent: Sent = {}) => send(calling('await_decision', { id: 'a' }), sent);
  /** The number of waiting calls, and whether the gateway holds messages in memory. */
  const held = async ({ url } = system.gateway) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const [, waits] = /^output_review_waiting_calls (\d+)$/m.exec(text) ?? [];
    const [, bytes] =
      /^output_review_bodies_in_flight_bytes{sender="callers"} (\d+)$/m.exec(text) ?? [];
    return { waits: Number(waits), isHolding: Number(bytes) > 0 };
  };

  test('takes one of the hundred seats of its token', async () => {
    const { url, gateway } = await startAgain();
    const hangUp = new AbortController();
    const { signal } = hangUp;
    const headers = { authorization: system.authorization };
    const waits = Array.from({ length: 100 }, (_, n) =>
      n % 2 === 0
        ? waiting({ url, signal })
        : fetch(`${url}/api/logs/a/status?wait=50`, { headers, signal }),
    );
    const ended = Promise.allSettled(waits.map(async (each) => (await each).text()));
    // Not counted by the requests to review: some waits ask again before the last ones have arrived.
    await eventually(async () => expect(await held(gateway)).toMatchObject({ waits: 100 }));

    const refused = await call('await_decision', { id: 'a' }, { url });
    const atOnce = await call('await_decision', { id: 'a', wait: 0 }, { url });

    expect(refused).toMatchObject({
      isError: true,
      body: { code: 'RATE_LIMITED', retryAfterSeconds: 1 },
    });
    expect(atOnce).toMatchObject({ isError: false, body: { mayProceed: false } });
    hangUp.abort();
    await ended;
  });

  test('gives back its seat and its memory when its client hangs up', async () => {
    const client = new AbortController();
    const answer = waiting({ signal: client.signal }).then(
      (begun) => begun.text(),
      () => null,
    );
    await eventually(async () => expect(await held()).toEqual({ waits: 1, isHolding: true }));

    client.abort();
    await answer.catch(() => null);

    await eventually(async () => expect(await held()).toEqual({ waits: 0, isHolding: false }));
  });

  test('is answered on shutdown, as undecided', async () => {
    const { url, gateway } = await startAgain();
    const before = review.asked.length;
    const answer = resultOf(waiting({ url }));
    await eventually(() => expect(review.asked.length).toBeGreaterThan(before));

    await gateway.stop();

    expect(await answer).toMatchObject({
      isError: false,
      body: { settled: false, mayProceed: false, note: expect.stringContaining('not an approval') },
    });
  });

  test('reports progress to a client that asks for it, and to no other', async () => {
    const asked = { id: 'a', wait: 1 };
    const silent = await (await send(calling('await_decision', asked))).text();
    const told = await send(calling('await_decision', asked, { progressToken: 0 }));

    expect(silent).not.toContain('notifications/progress');
    expect(told.headers.get('content-type')).toBe('text/event-stream');
    const [first] = (await told.text()).split('\n').filter((line) => line.startsWith('data: '));
    expect(JSON.parse(first?.slice('data: '.length) ?? '')).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 0, progress: 0, total: 1 },
    });
  });
});

describe('the request to an owner', () => {
  test('is made in the name of the caller and without its credential', async () => {
    review.asked.length = 0;
    const headers = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'agent/1', 'x-other': 'x' };

    await call('search_outputs', { q: 'a b&c', pending: true, nothing: 'x' }, { headers });

    const [asked] = review.asked;
    expect(asked?.url).toMatch(/^\/api\/logs\?q=a\+b%26c&pending=true&limit=20&fields=id%2C/);
    expect(asked?.headers).toMatchObject({
      'user-agent': 'agent/1',
      'x-output-review-client-address': '203.0.113.7',
    });
    expect(asked?.headers).not.toHaveProperty('authorization');
    expect(asked?.headers).not.toHaveProperty('x-other');
  });

  test('cannot lead to another path', async () => {
    review.asked.length = 0;
    for (const id of ['../../rules', 'a/status?wait=60', '..', 'ü%']) {
      await call('await_decision', { id, wait: 0 });
    }
    expect(review.asked.map(({ url }) => url)).toEqual([
      '/api/logs/..%2F..%2Frules/status',
      '/api/logs/a%2Fstatus%3Fwait%3D60/status',
      '/api/logs/../status',
      '/api/logs/%C3%BC%25/status',
    ]);
  });

  test('does not hold answers in memory beyond what a model could read', async () => {
    review.found = { executions: [{ output: 'x'.repeat(ANSWER_BYTES_MAX) }] };

    expect(await call('search_outputs', { fields: 'output' })).toMatchObject({
      isError: true,
      body: { code: 'VALIDATION_FAILED', fields: { limit: expect.any(String) } },
    });
  });

  test('reports an owner that is down as the result of the tool', async () => {
    expect(await call('get_instructions', { project: 'a', task: 'b' })).toMatchObject({
      isError: true,
      body: { code: 'UNAVAILABLE', retryAfterSeconds: expect.any(Number) },
    });
  });
});

test('reports a wrong credential before a foreign origin', async () => {
  const origin = 'https://evil.example';
  const wrong = await send(list, { headers: { origin, authorization: 'Bearer wh-wrong' } });
  const foreign = await send(list, { headers: { origin } });

  expect([wrong.status, foreign.status]).toEqual([401, 403]);
});

test('refuses subscriptions, which would keep a connection open', async () => {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const answer = await send(
    { method, params: { notifications: { toolsListChanged: true }, _meta: envelope } },
    { headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method } },
  );

  expect(await answer.json()).toMatchObject({ error: { code: -32603 } });
});

test('names an unknown parameter', async () => {
  const { headers } = await send(list, { path: '/api/mcp?read=1' });

  expect(headers.get('x-ignored-fields')).toBe('read');
});
