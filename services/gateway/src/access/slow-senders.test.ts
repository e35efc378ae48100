import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { wait } from '@output-review/runtime';

import { beginBody } from '../../test/begun-body.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let system: TestGateway;

beforeAll(async () => {
  system = await startTestGateway();
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

/** Longer than a body takes of somebody who is not looked at again. */
const pause = () => wait(1_100, new AbortController().signal);

test('a token that is revoked while its body comes changes nothing', async () => {
  const admin = await system.signIn();
  const made = await admin.post('/api/tokens', { name: 'leaving', scopes: ['subscribe'] });
  const { id, token } = made.body as { id: string; token: string };
  const [part, rest] = ['{"url":', '"https://example.com/hook"}'];
  const length = { 'content-length': String(part.length + rest.length) };
  const body = beginBody({
    url: `${system.gateway.publicUrl}/api/subscriptions`,
    ...{ headers: { authorization: `Bearer ${token}`, ...length }, part },
  });
  await pause();
  expect((await admin.delete(`/api/tokens/${id}`)).status).toBe(200);

  body.send(rest);

  expect(await body.answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});

test('who signs out while the body of a call comes changes nothing', async () => {
  const { email, password } = ADMIN;
  const { headers } = await system.api.post('/api/auth/sign-in/email', { email, password });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const origin = system.gateway.publicUrl;
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
