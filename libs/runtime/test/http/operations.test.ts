import type { Principal } from '@output-review/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { ApiClient } from '../../src/testing/index.ts';
import { createThing, readThing } from './thing-operations.ts';
import { reviewer, startThingService, type ThingService } from './thing-service.ts';

let service: ThingService;
/** Sends requests as a reviewer. */
let api: ApiClient;

beforeAll(async () => {
  service = await startThingService();
  api = service.client.with(await service.assertions.headersFor(reviewer));
});

afterAll(() => service.server.close(0));

const asking = async (principal: Principal) =>
  service.client.with(await service.assertions.headersFor(principal));

describe('an operation', () => {
  test('gets typed parts, and its reply is sent with status and headers', async () => {
    const answer = await api.post('/api/groups/g1/things?size=3', { name: 'n' });

    expect(answer).toMatchObject({ status: 201, body: { group: 'g1', size: 3, name: 'n' } });
    expect(answer.headers.get('location')).toBe('/api/things/n');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('is refused with all faults of path, query and body at once', async () => {
    const answer = await api.post('/api/groups/toolong/things?size=0', { name: 'n'.repeat(11) });

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

  test('lists unknown body fields and query parameters', async () => {
    const answer = await api.post('/api/groups/g1/things?sise=3', { name: 'n', 'b\r\nad': 1 });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-ignored-fields')).toBe('sise, b%0D%0Aad');
  });

  test('lists unknown fields of a refused request too', async () => {
    const answer = await api.post('/api/groups/g1/things', { nmae: 'n' });

    expect(answer).toMatchObject({ status: 400, body: { fields: { name: 'Required.' } } });
    expect(answer.headers.get('x-ignored-fields')).toBe('nmae');
  });

  test('with a fixed path takes precedence over one with a parameter', async () => {
    expect((await api.get('/api/things/all')).body).toEqual(['a']);
  });

  test('can match the whole rest of a path', async () => {
    const answer = await api.get('/api/files/w/uploads/a%20b.png');

    expect(answer.body).toEqual({ key: 'w/uploads/a b.png' });
  });

  test('answers HEAD like GET, without a body', async () => {
    const answer = await api.request('HEAD', '/api/things/all');

    expect(answer).toMatchObject({ status: 200, body: null });
    expect(answer.headers.get('content-length')).toBe('5');
  });
});

describe('a caller', () => {
  test('is identified only by the assertion', async () => {
    const forged = { 'x-output-review-assertion': 'e30.e30.e30' };

    expect((await api.get('/api/things/7')).body).toEqual({ id: '7', by: 'ada@example.com' });
    for (const headers of [{}, forged, { authorization: 'Bearer wh-1' }]) {
      expect(await service.client.get('/api/things/7', headers)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED', fields: {} },
      });
    }
  });

  test('without the required role or scope is refused before the input is validated', async () => {
    const viewer = await asking({ ...reviewer, role: 'viewer' });
    const token = await asking({
      kind: 'token',
      workspaceId: 'w',
      tokenId: 't',
      name: null,
      scopes: ['submit', 'read'],
    });

    for (const client of [viewer, token]) {
      expect(await client.post('/api/groups/toolong/things', {})).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    }
  });

  test('that is a service may call internal operations only', async () => {
    const peer = await asking({ kind: 'service', service: 'evaluator' });

    expect((await peer.post('/internal/ask')).body).toEqual({ kind: 'service' });
    expect((await peer.get('/api/things/7')).status).toBe(403);
    expect((await service.client.post('/internal/ask')).status).toBe(401);
  });

  test('of an internal operation may access only its own workspace', async () => {
    expect(await api.post('/internal/ask', { workspaceId: 'w' })).toMatchObject({ status: 200 });
    expect(await api.post('/internal/ask', { workspaceId: 'another' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    const peer = await asking({ kind: 'service', service: 'evaluator' });
    expect(await peer.post('/internal/ask', { workspaceId: 'w' })).toMatchObject({ status: 200 });
  });

  test('of an internal operation needs an assertion even where a listener identifies its own way', async () => {
    const identify = async () =>
      ({ principal: { kind: 'service', service: 'evaluator' }, assertion: '' }) as const;
    const outer = await startThingService(undefined, { identify });

    const statuses = [
      (await outer.client.get('/api/things/7')).status,
      (await outer.client.post('/internal/ask')).status,
    ];

    await outer.server.close(0);
    // The first is identified, but services may not call it.
    expect(statuses).toEqual([403, 401]);
  });

  test('is refused if the assertion is for another operation or service', async () => {
    const { issuer } = service.assertions;
    const statusWith = async (assertion: string) =>
      (await service.client.get('/api/things/7', { 'x-output-review-assertion': assertion }))
        .status;

    expect(await statusWith(await issuer.issue(reviewer, readThing))).toBe(200);
    expect(await statusWith(await issuer.issue(reviewer, createThing))).toBe(401);
    expect(await statusWith(await issuer.issue(reviewer, readThing, 'media'))).toBe(401);
  });
});

describe('a path or query', () => {
  test('that is unknown is 404', async () => {
    expect(await api.get('/api/nothing')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', fields: {} },
    });
  });

  test.each(['DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s is 405 with the allowed methods',
    async (method) => {
      const answer = await api.request(method, '/api/things/7');

      expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH');
    },
  );

  test('that is fixed does not allow the methods of one with a parameter', async () => {
    const answer = await api.request('OPTIONS', '/api/things/all');

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each([
    ['/api/things/%', 400],
    ['/api/things/%ff', 400],
    ['/api/things/a%00b', 400],
    ['/api/things/7?a=%zz', 200],
    ['/api/things/7?a=%00', 400],
    ['/api/things/7?%zz', 200],
    ['/api/things/7?a=1&a=2', 200],
    ['/api/things/7?__proto__=1', 400],
    ['/api/things/7?constructor=1', 400],
    ['/api/things/7?&=&', 200],
    ['/api/things/__proto__', 200],
    ['/api/Things/7', 404],
    ['//', 404],
  ])('%s is answered %i', async (path, status) => {
    expect((await api.get(path)).status).toBe(status);
  });

  test('with a repeated parameter is refused by name', async () => {
    const answer = await api.post('/api/groups/g1/things?size=1&size=2', { name: 'n' });

    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { size: 'Must be given only once.' } },
    });
  });

  test('with unknown parameters is accepted and lists them, however they are encoded', async () => {
    const query = 'utm=1&utm=2&ref=%ff&%ff=1';

    const { status, headers } = await api.get(`/api/things/7?${query}`);

    expect(status).toBe(200);
    expect(headers.get('X-Ignored-Fields')).toBe('utm, ref, %25ff');
  });
});
