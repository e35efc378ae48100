import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { startThingService, type ThingService } from './thing-service.ts';

let service: ThingService;
let isReady: boolean;

beforeAll(async () => {
  service = await startThingService(() =>
    Promise.resolve({ ready: isReady, checks: { database: isReady ? 'ok' : 'failed' } }),
  );
});

beforeEach(() => {
  isReady = true;
  service.logged.length = 0;
});

afterAll(() => service.server.close(0));

const UUID = /^[\da-f-]{36}$/;

describe('every answer', () => {
  test.each(['/api/things/all', '/api/nothing', '/healthz', '/api/things/7'])(
    '%s has a request ID and the security headers',
    async (path) => {
      const { headers } = await service.client.get(path);

      expect(headers.get('x-request-id')).toMatch(UUID);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test("keeps the caller's request ID if it is safe", async () => {
    const sent = await service.client.get('/healthz', { 'x-request-id': 'run-17.a' });

    expect(sent.headers.get('x-request-id')).toBe('run-17.a');
    for (const id of ['a b"', 'a'.repeat(129)]) {
      const { headers } = await service.client.get('/healthz', { 'x-request-id': id });
      expect(headers.get('x-request-id')).toMatch(UUID);
    }
  });
});

describe('a failure', () => {
  test('with a known error keeps its code, message and fields, and is not logged', async () => {
    const answer = await service.client.post('/api/break/conflict');

    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      error: 'Decided before.',
      code: 'ALREADY_DECIDED',
      fields: { decision: 'Too late.' },
    });
    expect(service.logged).toEqual([]);
  });

  test('caused by a bug is an opaque 500 and is logged once', async () => {
    const answer = await service.client.post('/api/break/bug');

    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL', fields: {} } });
    expect(JSON.stringify(answer.body)).not.toContain('secret_table');
    expect(service.logged).toEqual([
      {
        app: 'review',
        err: expect.objectContaining({ message: 'relation "secret_table" does not exist' }),
        requestId: answer.headers.get('x-request-id'),
        method: 'POST',
        operation: 'breakThing',
        message: 'request failed',
      },
    ]);
  });

  test('in the middle of an answer cuts it and is logged', async () => {
    const broken = await startThingService(undefined, {
      before: [
        (ctx) => {
          ctx.res.writeHead(200).write('half');
          throw new Error('Something broke.');
        },
      ],
    });

    const answer = fetch(`${broken.server.url}/api/any`).then((half) => half.text());

    await expect(answer).rejects.toThrow();
    expect(broken.logged).toMatchObject([{ message: 'request failed' }]);
    await broken.server.close(0);
  });

  test('caused by an outage is a 503 with Retry-After and names no host', async () => {
    const answer = await service.client.post('/api/break/outage');

    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(answer.body)).not.toContain('5432');
    expect(service.logged).toHaveLength(1);
    expect(service.logged).not.toMatchObject([{ level: 'warn' }]);
  });

  test('that the service decided on, with nothing broken, is a warning', async () => {
    const answer = await service.client.post('/api/break/busy');

    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(service.logged).toMatchObject([{ message: 'request failed', level: 'warn' }]);
  });
});

describe('health', () => {
  test('/readyz reports what is missing', async () => {
    const whenReady = await service.client.get('/readyz');
    isReady = false;
    const whenNot = await service.client.get('/readyz');

    expect(whenReady).toMatchObject({ status: 200, body: { ready: true } });
    expect(whenNot).toMatchObject({
      status: 503,
      body: { ready: false, checks: { database: 'failed' } },
    });
  });

  test('a running process is healthy whatever is missing', async () => {
    isReady = false;

    expect(await service.client.get('/healthz')).toMatchObject({ status: 200, body: { ok: true } });
  });
});
