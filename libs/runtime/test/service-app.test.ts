import { defineOperation, type Principal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Type } from '@sinclair/typebox';

import {
  generateAssertionKeys,
  implement,
  listen,
  type Listening,
  type Logger,
  makeAssertionIssuer,
  makeAssertionVerifier,
  makeServiceApp,
  systemClock,
} from '../src/index.ts';

const common = {
  owner: 'review',
  summary: 'For the test',
  tag: 'Test',
  access: { role: 'reviewer', scope: 'decide' },
  errors: [],
} as const;

const createThing = defineOperation({
  ...common,
  id: 'createThing',
  method: 'POST',
  path: '/api/groups/{group}/things',
  params: Type.Object({ group: Type.String({ maxLength: 5 }) }),
  query: Type.Object({ size: Type.Integer({ minimum: 1, default: 1 }) }),
  body: Type.Object({ name: Type.String({ maxLength: 10 }), note: Type.Optional(Type.String()) }),
  responses: {
    201: Type.Object({ group: Type.String(), size: Type.Integer(), name: Type.String() }),
  },
});

const readThing = defineOperation({
  ...common,
  id: 'readThing',
  method: 'GET',
  path: '/api/things/{id}',
  params: Type.Object({ id: Type.String() }),
  responses: { 200: Type.Object({ id: Type.String(), by: Type.String() }) },
});

const listThings = defineOperation({
  ...common,
  id: 'listThings',
  method: 'GET',
  path: '/api/things/all',
  access: 'public',
  responses: { 200: Type.Array(Type.String()) },
});

const readFile = defineOperation({
  ...common,
  id: 'readFile',
  method: 'GET',
  path: '/api/files/{key+}',
  access: 'public',
  params: Type.Object({ key: Type.String() }),
  responses: { 200: Type.Object({ key: Type.String() }) },
});

const breakThing = defineOperation({
  ...common,
  id: 'breakThing',
  method: 'POST',
  path: '/api/break/{how}',
  access: 'public',
  params: Type.Object({ how: Type.String() }),
  responses: { 200: Type.Null() },
});

const FAILURES: Record<string, () => Error> = {
  conflict: () =>
    new AppError('ALREADY_DECIDED', 'Decided before.', { fields: { decision: 'Too late.' } }),
  bug: () => new Error('relation "secret_table" does not exist'),
  outage: () => Object.assign(new Error('connect ECONNREFUSED db:5432'), { code: 'ECONNREFUSED' }),
};

const reviewer: Principal = {
  kind: 'user',
  workspaceId: 'w',
  userId: 'u',
  email: 'ada@example.com',
  role: 'reviewer',
};

const keys = generateAssertionKeys();
const issuer = makeAssertionIssuer(keys.privateKey, systemClock);
let logged: object[] = [];
const log: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => void logged.push({ ...fields, message }),
  child: () => log,
};

let server: Listening;
let isReady = true;

beforeAll(async () => {
  const app = makeServiceApp({
    service: 'review',
    assertions: makeAssertionVerifier(keys.publicKey, systemClock),
    log,
    readiness: () =>
      Promise.resolve({ ready: isReady, checks: { database: isReady ? 'ok' : 'failed' } }),
    routes: [
      implement(createThing, async ({ params, query, body }) => ({
        status: 201,
        body: { group: params.group, size: query.size, name: body.name },
        headers: { Location: `/api/things/${body.name}` },
      })),
      implement(readThing, async ({ params, principal }) => ({
        status: 200,
        body: { id: params.id, by: principal.kind === 'user' ? principal.email : '' },
      })),
      implement(listThings, async () => ({ status: 200, body: ['a'] })),
      implement(readFile, async ({ params }) => ({ status: 200, body: { key: params.key } })),
      implement(breakThing, async ({ params }) => {
        throw FAILURES[params.how]!();
      }),
    ],
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterAll(() => server.close(0));

interface CallOptions {
  readonly as?: Principal;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function call(method: string, path: string, options: CallOptions = {}) {
  logged = [];
  const headers = new Headers(options.headers);
  if (options.as) headers.set('x-output-review-assertion', await issuer.issue(options.as));
  const response = await fetch(server.url + path, { method, headers, body: options.body ?? null });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown>,
  };
}

const postThing = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call('POST', path, {
    as: reviewer,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('an operation', () => {
  test('gets its parts typed, and its reply is sent with status and headers', async () => {
    const answer = await postThing('/api/groups/g1/things?size=3', { name: 'n' });

    expect(answer).toMatchObject({ status: 201, body: { group: 'g1', size: 3, name: 'n' } });
    expect(answer.headers.get('location')).toBe('/api/things/n');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('is refused with all faults of path, query and body at once', async () => {
    const answer = await postThing('/api/groups/toolong/things?size=0', { name: 'n'.repeat(11) });

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: expect.any(String),
      code: 'VALIDATION_FAILED',
      fields: {
        group: 'Must have at most 5 characters.',
        size: 'Must be at least 1.',
        name: 'Must have at most 10 characters.',
      },
    });
  });

  test('names body fields and query parameters that nobody understands', async () => {
    const answer = await postThing('/api/groups/g1/things?sise=3', { name: 'n', 'b\r\nad': 1 });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-ignored-fields')).toBe('sise, b%0D%0Aad');
  });

  test('knows who is asking by the assertion alone', async () => {
    const answer = await call('GET', '/api/things/7', { as: reviewer });

    expect(answer).toMatchObject({ status: 200, body: { id: '7', by: 'ada@example.com' } });
    expect(await call('GET', '/api/things/7')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    const forged = { 'x-output-review-assertion': 'e30.e30.e30' };
    expect((await call('GET', '/api/things/7', { headers: forged })).status).toBe(401);
  });

  test('is refused to a role below its own before its input is looked at', async () => {
    const viewer: Principal = { ...reviewer, role: 'viewer' } as Principal;

    const answer = await call('POST', '/api/groups/toolong/things', { as: viewer });

    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test('with a fixed path goes before one with a parameter', async () => {
    expect((await call('GET', '/api/things/all')).body).toEqual(['a']);
  });

  test('may take the whole rest of a path', async () => {
    expect((await call('GET', '/api/files/w/uploads/a%20b.png')).body).toEqual({
      key: 'w/uploads/a b.png',
    });
  });

  test('answers HEAD where it answers GET, without a body', async () => {
    const answer = await call('HEAD', '/api/things/all');

    expect(answer).toMatchObject({ status: 200, body: null });
    expect(answer.headers.get('content-length')).toBe('5');
  });
});

describe('every answer', () => {
  test.each(['/api/things/all', '/api/nothing', '/healthz', '/api/things/7'])(
    '%s carries a request id and the security headers',
    async (path) => {
      const { headers } = await call('GET', path);

      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test("keeps the caller's request id where it can do no harm", async () => {
    const sent = await call('GET', '/healthz', { headers: { 'x-request-id': 'run-17.a' } });
    const odd = await call('GET', '/healthz', { headers: { 'x-request-id': 'a b"' } });

    expect(sent.headers.get('x-request-id')).toBe('run-17.a');
    expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });
});

describe('a path or query that is not as it should be', () => {
  test('an unknown path is 404 and a wrong method 405 with what is allowed', async () => {
    expect(await call('GET', '/api/nothing')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', fields: {} },
    });
    const wrong = await call('DELETE', '/api/things/7');
    expect(wrong).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each([
    ['/api/things/%', 400],
    ['/api/things/%ff', 400],
    ['/api/things/a%00b', 400],
    ['/api/things/7?a=%zz', 400],
    ['/api/things/7?a=1&a=2', 400],
    ['/api/things/7?__proto__=1', 400],
    ['/api/things/7?constructor[x]=1', 200],
    ['/api/things/__proto__', 200],

    ['//', 404],
  ])('%s is answered %i', async (path, status) => {
    expect((await call('GET', path, { as: reviewer })).status).toBe(status);
  });

  test('a URL that is longer than any of ours is 400 in the standard body', async () => {
    const answer = await call('GET', `/api/things/${'x'.repeat(20_000)}`, { as: reviewer });

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  test('a repeated query parameter is named', async () => {
    const answer = await postThing('/api/groups/g1/things?size=1&size=2', { name: 'n' });

    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { size: 'Must be given once.' } },
    });
  });
});

describe('a failure', () => {
  test('that is known keeps its code, message and fields', async () => {
    const answer = await call('POST', '/api/break/conflict');

    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      error: 'Decided before.',
      code: 'ALREADY_DECIDED',
      fields: { decision: 'Too late.' },
    });
    expect(logged).toEqual([]);
  });

  test('that is a bug is an opaque 500 and stands in the log once', async () => {
    const answer = await call('POST', '/api/break/bug');

    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL', fields: {} } });
    expect(JSON.stringify(answer.body)).not.toContain('secret_table');
    expect(logged).toEqual([
      {
        err: expect.objectContaining({ message: 'relation "secret_table" does not exist' }),
        requestId: answer.headers.get('x-request-id'),
        method: 'POST',
        operation: 'breakThing',
        message: 'request failed',
      },
    ]);
  });

  test('that is an outage is 503 with the time to wait, and names no host', async () => {
    const answer = await call('POST', '/api/break/outage');

    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(answer.body)).not.toContain('5432');
  });
});

describe('health', () => {
  test('a process that runs says so, and readiness tells what is missing', async () => {
    expect(await call('GET', '/healthz')).toMatchObject({ status: 200, body: { ok: true } });
    expect((await call('GET', '/readyz')).status).toBe(200);

    isReady = false;
    expect(await call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { ready: false, checks: { database: 'failed' } },
    });
    expect((await call('GET', '/healthz')).status).toBe(200);
    isReady = true;
  });
});
