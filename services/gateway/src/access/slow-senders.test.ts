import { expect, test } from '@jest/globals';
import { wait } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { beginBody } from '../../test/partial-body.ts';
import { cookieFor } from '../../test/people/test-user.ts';
import { ADMIN, useTestGateway } from '../../test/start-test-gateway.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const system = useTestGateway();

/** From when its sender is known, longer than a body may take without its sender being checked again. */
async function pause({ url } = system.gateway) {
  await eventually(async () =>
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
      /^output_review_bodies_in_flight_bytes{sender="callers"} [1-9]/m,
    ),
  );
  await wait(1_100, new AbortController().signal);
}

const SEARCH = { name: 'search_outputs', arguments: {} };
const BODIES = {
  '/api/subscriptions': { url: 'https://example.com/hook' },
  '/api/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: SEARCH },
};

const SUBMITTED = { project: 'Support', output: 'text', id: 'submitted-before' };

/** Begins a call with its own token. */
const beginCall = (path: keyof typeof BODIES, url = system.gateway.publicUrl) =>
  begin(path, BODIES[path], url);

async function begin(path: string, sent: object, url = system.gateway.publicUrl) {
  const admin = await system.signIn();
  const scopes = ['subscribe', 'read', 'submit'];
  const made = await admin.post('/api/tokens', { name: 'slow', scopes });
  const { id, token } = made.body as { id: string; token: string };
  const text = JSON.stringify(sent);
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-length': String(text.length) },
    accept: 'application/json, text/event-stream',
  };
  const body = beginBody({ url: url + path, headers, part: text.slice(0, 9) });
  return { admin, id, body, rest: text.slice(9) };
}

test.each(['/api/subscriptions', '/api/mcp'] as const)(
  'a token that is revoked while the body for %s arrives does nothing',
  async (path) => {
    const { admin, id, body, rest } = await beginCall(path);
    await pause();
    expect((await admin.delete(`/api/tokens/${id}`)).status).toBe(200);

    body.send(rest);

    expect(await body.answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  },
);

test.each([
  ['repeats a submission', SUBMITTED],
  ['has an id that is taken', { ...SUBMITTED, output: 'another' }],
  ['is faulty', { project: 7 }],
  ['revises nothing', { project: 'Support', output: 'text', revisionOf: 'nobody' }],
  ['is new', { project: 'Support', output: 'text', id: 'of-a-revoked-token' }],
])(
  'a token that is revoked while a submission arrives gets 401 only, when the submission %s',
  async (_, sent) => {
    expect((await system.tokenApi.post('/api/logs', SUBMITTED)).status).toBeLessThan(300);
    const { admin, id, body, rest } = await begin('/api/logs', sent);
    await pause();
    expect((await admin.delete(`/api/tokens/${id}`)).status).toBe(200);

    body.send(rest);

    expect(await body.answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  },
);

test('answers a submission whose body arrives slowly', async () => {
  await system.tokenApi.post('/api/logs', SUBMITTED);
  const { body, rest } = await begin('/api/logs', SUBMITTED);
  await pause();

  body.send(rest);

  expect(await body.answer).toMatchObject({ status: 202, body: { id: SUBMITTED.id } });
});

test('counts a call with a slow body once', async () => {
  const limited = await system.startAgain({ limits: { ...DEFAULT_LIMITS, writesPerMinute: 1 } });
  const { body, rest } = await beginCall('/api/subscriptions', limited.publicUrl);
  await pause(limited);

  body.send(rest);

  expect((await body.answer).status).toBeLessThan(400);
  await limited.stop();
});

test('a caller who signs out while the body arrives changes nothing', async () => {
  const origin = system.gateway.publicUrl;
  const cookie = await cookieFor(origin, ADMIN);
  const own = { cookie, origin };
  const [part, rest] = ['{"name":', '"Late"}'];
  const length = { 'content-length': String(part.length + rest.length) };
  const body = beginBody({
    ...{ url: `${origin}/api/projects`, headers: { ...own, ...length }, part },
  });
  await pause();
  expect((await system.api.post('/api/auth/sign-out', undefined, own)).status).toBe(200);

  body.send(rest);

  expect(await body.answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  const { rows } = await system.sql.query(`SELECT FROM projects WHERE name = 'Late'`);
  expect(rows).toEqual([]);
});
