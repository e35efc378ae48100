import { setMaxListeners } from 'node:events';

import { defineOperation } from '@output-review/contracts';
import { Type } from '@sinclair/typebox';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Agent } from 'undici';

import { listen, type Listening } from '../../src/http/listen.ts';
import type { AppState } from '../../src/http/route.ts';
import { makeServiceClient, type ServiceClient } from '../../src/outbound/service-client.ts';
import type { Vouch } from '../../src/security/assertion-issuer.ts';
import { eventually, silentLog } from '../../src/testing/index.ts';
import { createThing, readThing } from '../http/thing-operations.ts';
import { reviewer, startThingService, type ThingService } from '../http/thing-service.ts';

let service: ThingService;
let client: ServiceClient;
let assertion: Vouch;

const clientOf = (baseUrl: () => string) =>
  makeServiceClient({ service: 'review', baseUrl, log: silentLog });

beforeAll(async () => {
  service = await startThingService();
  client = clientOf(() => service.server.url);
  assertion = service.assertions.issuer.as(reviewer);
});

afterAll(async () => {
  await client.close();
  await service.server.close(0);
});

describe('a call to a service', () => {
  test('fills in path, query and body, passes the assertion, and returns the body', async () => {
    const created = await client.call(createThing, {
      params: { group: 'g/ä' },
      query: { size: 2, other: undefined },
      body: { name: 'n' },
      assertion,
    });
    const read = await client.call(readThing, { params: { id: 'a b' }, assertion });

    expect(created).toEqual({ group: 'g/ä', size: 2, name: 'n' });
    expect(read).toEqual({ id: 'a b', by: 'ada@example.com' });
  });

  test("that is refused keeps the service's code, message and fields", async () => {
    const call = client.call(createThing, {
      params: { group: 'g1' },
      body: { name: 'n'.repeat(11) },
      assertion,
    });

    await expect(call).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Some fields of the request are invalid. See `fields`.',
      fields: { name: 'Must have at most 10 characters.' },
    });
  });

  test('waits for its own timeout, beyond the limits of undici', async () => {
    const request = jest.spyOn(Agent.prototype, 'request');
    try {
      await client.call(readThing, { params: { id: '7' }, assertion, timeoutMs: 60 * 60_000 });

      const limits = request.mock.calls.map(([{ headersTimeout, bodyTimeout }]) => ({
        ...{ headersTimeout, bodyTimeout },
      }));
      expect(limits).toEqual([{ headersTimeout: 0, bodyTimeout: 0 }]);
    } finally {
      request.mockRestore();
    }
  });

  test('to an unreachable service is UNAVAILABLE, and the reason stays internal', async () => {
    const nobody = clientOf(() => 'http://127.0.0.1:1');

    const error: unknown = await nobody
      .call(readThing, { params: { id: '7' }, assertion })
      .catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The review service cannot be reached right now.',
      cause: expect.objectContaining({ code: expect.any(String) }),
    });
    await nobody.close();
  });
});

describe('a misbehaving service', () => {
  let server: Listening;
  let behave: (ctx: Koa.Context) => Promise<void> | void;
  let arrived: number;
  let odd: ServiceClient;
  const call = (options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    odd.call(readThing, { params: { id: '7' }, assertion, ...options });

  beforeAll(async () => {
    const app = new Koa<AppState>();
    arrived = 0;
    app.use((ctx) => {
      arrived += 1;
      return behave(ctx);
    });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
    odd = clientOf(() => server.url);
  });

  afterAll(async () => {
    await odd.close();
    await server.close(0);
  });

  test.each([500, 502, 503])('that answers %i is UNAVAILABLE', async (status) => {
    behave = (ctx) => {
      ctx.body = { error: 'relation secret', code: 'INTERNAL', fields: {} };
      ctx.status = status;
    };

    await expect(call()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The review service cannot answer right now.',
    });
  });

  test('that refuses temporarily reports when to retry', async () => {
    behave = (ctx) => {
      ctx.body = { error: 'Too many.', code: 'RATE_LIMITED', fields: {} };
      ctx.status = 429;
      ctx.set('Retry-After', '17');
    };

    await expect(call()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 17 });
  });

  test('that does not answer in time is UNAVAILABLE', async () => {
    behave = () => new Promise(() => {});

    await expect(call({ timeoutMs: 20 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('that disconnects in the middle of its answer is UNAVAILABLE', async () => {
    behave = (ctx) => {
      ctx.respond = false;
      ctx.res.writeHead(200, { 'Content-Length': '100' });
      ctx.res.write('{"id":', () => ctx.res.destroy());
    };

    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('is disconnected when the caller gives up', async () => {
    behave = () => new Promise(() => {});
    const before = arrived;
    const giveUp = new AbortController();
    const reason = new Error('shutting down');

    const pending = call({ signal: giveUp.signal });
    const outcome = expect(pending).rejects.toBe(reason);
    await eventually(() => expect(arrived).toBe(before + 1));
    giveUp.abort(reason);

    await outcome;
    await expect(call({ signal: giveUp.signal })).rejects.toBe(reason);
  });

  test('that blocks all connections does not make calls wait beyond their own limits', async () => {
    behave = () => new Promise(() => {});
    const before = arrived;
    const giveUp = new AbortController();
    setMaxListeners(0, giveUp.signal);
    const reason = new Error('shutting down');
    const { signal } = giveUp;
    const held = Array.from({ length: 64 }, () => call({ timeoutMs: 60_000, signal }));
    const outcomes = Promise.allSettled(held);
    await eventually(() => expect(arrived).toBe(before + 64));

    await expect(call({ timeoutMs: 20 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const gone = AbortSignal.abort(reason);
    await expect(call({ signal: gone })).rejects.toBe(reason);

    giveUp.abort(reason);
    expect(await outcomes).toEqual(held.map(() => ({ status: 'rejected', reason })));
    behave = (ctx) => {
      ctx.body = { id: '7', by: 'x' };
    };
    expect(await call()).toEqual({ id: '7', by: 'x' });
    // Calls that had given up were never sent.
    expect(arrived).toBe(before + 65);
  });

  test.each([
    [200, '{"id": 7}'],
    [200, 'not JSON'],
    [418, '{"error": "teapot", "code": "TEAPOT"}'],
    [201, '{"id": "7", "by": "x"}'],
  ])('that answers %i %s, against its contract, is an internal error', async (status, text) => {
    behave = (ctx) => {
      ctx.body = text;
      ctx.status = status;
    };

    await expect(call()).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  test('of a newer release may return additional fields', async () => {
    behave = (ctx) => {
      ctx.body = { id: '7', by: 'x', since: 2026 };
    };

    expect(await call()).toMatchObject({ id: '7', by: 'x' });
  });

  test('gets the request ID of the request that the call is part of', async () => {
    const echo = defineOperation({
      ...readThing,
      responses: { 200: Type.Object({ sent: Type.String() }) },
    });
    behave = (ctx) => {
      ctx.body = { sent: ctx.get('x-request-id') };
    };

    const answer = await odd.call(echo, { params: { id: '7' }, assertion, requestId: 'run-17' });

    expect(answer).toEqual({ sent: 'run-17' });
  });
});
