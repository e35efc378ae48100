import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import {
  ACCEPTED,
  type Answer,
  cut,
  cutMidway,
  hang,
  json,
  type ScriptedService,
  startScriptedService,
  statusOf,
} from '../test/scripted-service.ts';
import { type ClientOptions, type OutputReviewClient, OutputReviewError } from './index.ts';

let service: ScriptedService;

beforeEach(async () => {
  service = await startScriptedService(ACCEPTED);
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

const SUBMISSION = { project: 'Support', output: 'Dear Ada' };
const failure = (code: string, error = 'No.', fields = {}) => ({ error, code, fields });

describe('a call', () => {
  test('sends the token, and requests the right path', async () => {
    service.answer(json(200, { id: 'a-1' }));

    await service.client().getOutput('a-1');
    await service
      .client({ baseUrl: `${service.url}/review/` })
      .getStatus('a-1')
      .catch(() => {});

    expect(service.calls).toMatchObject([
      { method: 'GET', path: '/api/logs/a-1', body: null },
      { method: 'GET', path: '/review/api/logs/a-1/status' },
    ]);
    expect(service.calls[0]?.headers).toMatchObject({ authorization: 'Bearer wh-test' });
  });

  test('to withdraw sends the reason as JSON', async () => {
    await service.client().withdraw('a-1', { reason: 'Solved.' });

    expect(service.calls).toMatchObject([
      { method: 'POST', path: '/api/logs/a-1/withdraw', body: { reason: 'Solved.' } },
    ]);
    expect(service.calls[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('sends no cookies of a browser', async () => {
    const sent: unknown[] = [];
    const client = service.client({
      fetch: (url, init) => {
        sent.push(init?.credentials);
        return fetch(url, init);
      },
    });

    await client.submit(SUBMISSION);

    expect(sent).toEqual(['omit']);
  });

  test('rejects with the error of the service if refused', async () => {
    const fields = { 'tags.3': 'Must not contain a comma.' };
    service.answer(
      json(400, failure('VALIDATION_FAILED', 'Wrong.', fields), { 'x-request-id': 'r-1' }),
    );

    const refused = service.client().submit(SUBMISSION);

    await expect(refused).rejects.toBeInstanceOf(OutputReviewError);
    await expect(refused).rejects.toMatchObject({
      ...{ code: 'VALIDATION_FAILED', message: 'Wrong.', status: 400, fields, requestId: 'r-1' },
    });
    expect(service.calls).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 408, 409, 413, 422, 425, 500])(
    'is not retried after %i',
    async (status) => {
      service.answer(json(status, failure('CONFLICT')));
      await expect(service.client().getStatus('a-1')).rejects.toMatchObject({ status });
      expect(service.calls).toHaveLength(1);
    },
  );

  test.each([
    ['an HTML page', (response: Parameters<Answer>[0]) => response.end('<html>'), 200],
    ['a missing page', json(404, 'Not found'), 404],
    ['a list', json(200, []), 200],
    ['something else', json(200, { ok: true }), undefined],
  ])('reports INVALID_RESPONSE if %s answers instead of the service', async (_, answer, status) => {
    service.answer(answer);
    const { getStatus, getOutput, submit, searchPages } = bound(service.client());
    for (const call of [
      () => getStatus('a-1'),
      () => getOutput('a-1'),
      () => submit(SUBMISSION),
      () => searchPages().next(),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'INVALID_RESPONSE', status });
    }
  });

  test('names the redirect target if redirected', async () => {
    const target = await startScriptedService(json(200, { id: 'a-1', executions: [] }));
    service.answer((response) => response.writeHead(301, { location: target.url }).end());

    const redirected = service.client().submit(SUBMISSION);

    await expect(redirected).rejects.toMatchObject({
      ...{ code: 'INVALID_RESPONSE', message: expect.stringContaining(target.url) },
    });
    await target[Symbol.asyncDispose]();
  });

  test.each(['', '..', '../audit', 'a/b', 'a?b', '-a'])('is not sent for the ID %j', async (id) => {
    await expect(service.client().getOutput(id)).rejects.toThrow(TypeError);
    await expect(service.client().withdraw(id)).rejects.toThrow(TypeError);
    expect(service.calls).toEqual([]);
  });
});

function bound(client: OutputReviewClient) {
  return {
    getStatus: client.getStatus.bind(client),
    getOutput: client.getOutput.bind(client),
    submit: client.submit.bind(client),
    searchPages: client.searchPages.bind(client),
  };
}

describe('a client', () => {
  test.each<[string, Partial<ClientOptions>]>([
    ['no URL', { baseUrl: 'review.example.com' }],
    ['another scheme', { baseUrl: 'ftp://review.example.com' }],
    ['a user in the URL', { baseUrl: 'https://ada@review.example.com' }],
    ['only a password in the URL', { baseUrl: 'https://:secret@review.example.com' }],
    ['a query in the URL', { baseUrl: 'https://review.example.com?x=1' }],
    ['a fragment in the URL', { baseUrl: 'https://review.example.com#x' }],
    ['no token', { token: '' }],
    ['the token of a variable that is not set', { token: process.env['NOT_SET']! }],
    ['a token of two lines', { token: 'wh-a\nb' }],
    ['a negative number of retries', { maxRetries: -1 }],
    ['a timeout that is not a number', { requestTimeoutMs: NaN }],
  ])('rejects %s', (_, options) => {
    expect(() => service.client(options)).toThrow(TypeError);
  });
});

describe('a transient failure', () => {
  test('is retried with the same idempotency key, after the requested delay', async () => {
    const answeredAt: number[] = [];
    const timed =
      (answer: Answer): Answer =>
      (response, call) => {
        answeredAt.push(performance.now());
        answer(response, call);
      };
    const busy = json(503, failure('UNAVAILABLE'), { 'retry-after': '1' });
    service.answer(timed(busy), timed(cut), cutMidway, ACCEPTED);

    const answer = await service.client().submit(SUBMISSION);

    expect(answer).toEqual({ ok: true, id: 'a-1', status: 'pending' });
    const [first = 0, second = 0] = answeredAt;
    // The first delay without Retry-After is at most half a second.
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    const keys = service.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^[\w-]{36}$/)));
    expect(new Set(keys).size).toBe(1);
    expect(new Set(service.calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('uses a new idempotency key per submission, unless the caller passes one', async () => {
    const client = service.client();
    await client.submit(SUBMISSION);
    await client.submit(SUBMISSION);
    await client.submit(SUBMISSION, { idempotencyKey: 'mine' });

    const [one, other, mine] = service.calls.map(({ headers }) => headers['idempotency-key']);
    expect(one).not.toBe(other);
    expect(mine).toBe('mine');
  });

  test.each([
    ['429 without a code', json(429, { error: 'Slow down.' }, { 'retry-after': '0' })],
    ['502 of a proxy', (response: Parameters<Answer>[0]) => response.writeHead(502).end('<')],
    ['504 of a proxy', (response: Parameters<Answer>[0]) => response.writeHead(504).end()],
    ['a first attempt in flight', json(409, failure('IDEMPOTENCY_IN_FLIGHT'))],
  ])('is retried: %s', async (_, answer) => {
    service.answer(answer, ACCEPTED);
    await expect(service.client().submit(SUBMISSION)).resolves.toMatchObject({ id: 'a-1' });
  });

  test('does not count a first attempt in flight as a retry', async () => {
    const inFlight = json(409, failure('IDEMPOTENCY_IN_FLIGHT'));
    service.answer(inFlight, inFlight, ACCEPTED);
    const call = service.client({ maxRetries: 0 }).submit(SUBMISSION);
    await expect(call).resolves.toMatchObject({ id: 'a-1' });
    expect(service.calls).toHaveLength(3);
  });

  test('keeps all retries for failures after attempts in flight', async () => {
    const inFlight = json(409, failure('IDEMPOTENCY_IN_FLIGHT'));
    service.answer(inFlight, inFlight, json(503, failure('UNAVAILABLE')), ACCEPTED);
    const call = service.client({ maxRetries: 1 }).submit(SUBMISSION);
    await expect(call).resolves.toMatchObject({ id: 'a-1' });
  });

  test.each([
    [json(429, { error: 'Slow down.' }), { code: 'RATE_LIMITED', status: 429 }],
    [json(503, failure('STORAGE_FULL')), { code: 'STORAGE_FULL', status: 503 }],
    [cut, { code: 'NETWORK_ERROR', status: undefined }],
  ])('is reported once the retries are used up', async (answer, expected) => {
    service.answer(answer);
    const call = service.client({ maxRetries: 1 }).submit(SUBMISSION);
    await expect(call).rejects.toMatchObject(expected);
    expect(service.calls).toHaveLength(2);
  });

  test('is reported at once if Retry-After is too long', async () => {
    service.answer(json(429, failure('RATE_LIMITED'), { 'retry-after': '3600' }));
    await expect(service.client().submit(SUBMISSION)).rejects.toMatchObject({
      ...{ code: 'RATE_LIMITED', retryAfterMs: 3_600_000 },
    });
    expect(service.calls).toHaveLength(1);
  });

  test('treats a timed-out request as a network error', async () => {
    service.answer(hang, ACCEPTED);
    const client = service.client({ requestTimeoutMs: 100 });
    await expect(client.submit(SUBMISSION)).resolves.toMatchObject({ id: 'a-1' });

    service.answer(hang);
    const given = service.client({ requestTimeoutMs: 100, maxRetries: 0 }).submit(SUBMISSION);
    await expect(given).rejects.toMatchObject({
      ...{ code: 'NETWORK_ERROR', message: expect.stringContaining('100 ms') },
    });
  });

  test('never times out if the timeout is infinite', async () => {
    service.answer((response, call) => void setTimeout(ACCEPTED, 50, response, call));
    const client = service.client({ requestTimeoutMs: Infinity, maxRetries: 0 });
    await expect(client.submit(SUBMISSION)).resolves.toMatchObject({ id: 'a-1' });
  });

  test.each([-1, NaN])('rejects %d retries of a single call', async (maxRetries) => {
    const call = service.client().getStatus('a-1', { maxRetries });
    await expect(call).rejects.toThrow(TypeError);
    expect(service.calls).toEqual([]);
  });
});

describe('a wait', () => {
  test('is renewed until the output is settled, despite outages and early answers', async () => {
    service.answer(
      statusOf(),
      json(503, failure('UNAVAILABLE'), { 'retry-after': '0' }),
      cut,
      statusOf({ settled: true, humanDecision: 'approved' }),
    );

    const decision = await service.client({ maxRetries: 0 }).waitForDecision('a-1');

    expect(decision).toMatchObject({ settled: true, humanDecision: 'approved' });
    expect(service.calls.map(({ path }) => path)).toEqual(
      Array.from({ length: 4 }, () => '/api/logs/a-1/status?wait=50'),
    );
  });

  test('ends at its own timeout, even if nothing answers', async () => {
    const timedOut = { name: 'WaitTimeoutError', code: 'WAIT_TIMEOUT', id: 'a-1' };
    for (const answer of [statusOf(), hang, cut]) {
      service.answer(answer);
      const waiting = service.client().waitForDecision('a-1', { timeoutMs: 700 });
      await expect(waiting).rejects.toMatchObject(timedOut);
    }
    for (const { path } of service.calls) expect(path).toBe('/api/logs/a-1/status?wait=1');
  });

  test('may take longer than the timeout of other calls', async () => {
    const settled = statusOf({ settled: true });
    service.answer((response, call) => void setTimeout(settled, 400, response, call));
    await service.client({ requestTimeoutMs: 100 }).waitForDecision('a-1');
    expect(service.calls).toHaveLength(1);
  });

  test('pauses between requests if the service answers early', async () => {
    service.answer(statusOf());
    const waiting = service.client().waitForDecision('a-1', { timeoutMs: 1_000 });
    await expect(waiting).rejects.toMatchObject({ code: 'WAIT_TIMEOUT' });
    expect(service.calls.length).toBeLessThanOrEqual(3);
  });

  test.each([
    [401, 'UNAUTHENTICATED'],
    [404, 'NOT_FOUND'],
  ])('ends with %i', async (status, code) => {
    service.answer(statusOf(), json(status, failure(code)));
    const waiting = service.client().waitForDecision('a-1');
    await expect(waiting).rejects.toMatchObject({ status, code });
  });

  test.each([-1, NaN])('rejects a timeout of %d ms', async (timeoutMs) => {
    const waiting = service.client().waitForDecision('a-1', { timeoutMs });
    await expect(waiting).rejects.toThrow(TypeError);
  });
});

describe('a search', () => {
  const page = (ids: string[], nextCursor: string | null) =>
    json(200, { executions: ids.map((id) => ({ id })), nextCursor });

  test('follows the cursor to the last page', async () => {
    service.answer(page(['a', 'b'], 'c/1'), page([], 'c/2'), page(['c'], null));
    const query = { project: 'A & B', page: 2, limit: 2 };

    const found = await collect(service.client().search(query));

    expect(found).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(service.calls.map(({ path }) => path)).toEqual([
      '/api/logs?project=A+%26+B&page=2&limit=2',
      '/api/logs?project=A+%26+B&limit=2&cursor=c%2F1',
      '/api/logs?project=A+%26+B&limit=2&cursor=c%2F2',
    ]);
  });

  test('fetches no page that is not read', async () => {
    service.answer(page(['a', 'b'], 'more'));
    await expect(service.client().search().next()).resolves.toEqual({
      ...{ done: false, value: { id: 'a' } },
    });
    expect(service.calls).toHaveLength(1);
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
