import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type ApiAnswer,
  type ApiClient,
  makeApiClient,
  type Mailbox,
  openMailbox,
} from '@output-review/runtime/testing';

import { DEFAULT_LIMITS, type RunningGateway } from '../../src/service.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../start-test-gateway.ts';
import { cookieOf, PASSWORD } from './somebody.ts';

let mailbox: Mailbox;
let system: TestGateway;
let limited: RunningGateway;
let api: ApiClient;

beforeAll(async () => {
  mailbox = await openMailbox();
  system = await startTestGateway();
  limited = await system.startAgain({
    limits: { ...DEFAULT_LIMITS, signInsPerMinute: 2, triesPerMinute: 4, mailsPerMinute: 3 },
    mail: { smtpUrl: mailbox.url, from: 'review@example.com' },
    isTrustedProxy: (address) => address === '127.0.0.1',
    isSignUpOpen: true,
  });
  api = makeApiClient(limited.publicUrl);
});

afterAll(async () => {
  await limited.stop();
  await system[Symbol.asyncDispose]();
  await mailbox.stop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });

const signIn = (email: string, address: string, password = 'wrong') =>
  api.post('/api/auth/sign-in/email', { email, password }, from(address));

async function statusesOf(calls: readonly (() => Promise<ApiAnswer>)[]): Promise<number[]> {
  const statuses = [];
  for (const call of calls) statuses.push((await call()).status);
  return statuses;
}

test('an account is tried so often and no more, from wherever; known or not', async () => {
  for (const email of [ADMIN.email, 'nobody@example.com']) {
    const net = email === ADMIN.email ? '192.0.2' : '192.0.3';

    const statuses = await statusesOf([
      () => signIn(email, `${net}.1`),
      () => signIn(email.toUpperCase(), `${net}.2`),
    ]);
    const refused = await signIn(email, '198.51.100.200', ADMIN.password);

    expect(statuses).toEqual([401, 401]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('set-cookie')).toBeNull();
  }
});

test('an address tries so often and no more, whatever it claims and however it is written', async () => {
  // Of another account each, so that only the address counts.
  let n = 0;
  const tries = (addresses: readonly string[]) =>
    statusesOf(addresses.map((address) => () => signIn(`${(n += 1)}@tries.example.com`, address)));

  const one = await tries([
    '203.0.113.1',
    '1.1.1.1, 203.0.113.1',
    '::ffff:203.0.113.1',
    '203.0.113.1:80',
    '9.9.9.9, 203.0.113.1',
  ]);
  const block = await tries([
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8::3:4',
    '2001:db8:0:0:5::',
    '2001:db8::6',
  ]);
  const others = await tries(['203.0.113.2', '2001:db8:0:1::1']);

  expect(one).toEqual([401, 401, 401, 401, 429]);
  expect(block).toEqual([401, 401, 401, 401, 429]);
  expect(others).toEqual([401, 401]);
});

test('whoever is stopped by the address locks nobody out of an account', async () => {
  const address = '203.0.113.50';
  await statusesOf([1, 2, 3, 4].map((n) => () => signIn(`${n}@flood.example.com`, address)));

  const stopped = await statusesOf(
    [1, 2, 3].map(() => () => signIn('victim@example.com', address)),
  );
  const elsewhere = await signIn('victim@example.com', '203.0.113.51');

  expect(stopped).toEqual([429, 429, 429]);
  expect(elsewhere.status).toBe(401);
});

test('links and sign-ups are tried as passwords are', async () => {
  const post = (path: string, body: object) => api.post(path, body, from('203.0.113.60'));
  const newPassword = PASSWORD;

  const statuses = await statusesOf([
    () => post('/api/auth/reset-password', { token: 'unknown', newPassword }),
    () => post('/api/invitations/unknown/accept', { name: 'A', password: newPassword }),
    () => api.get('/api/auth/verify-email?token=unknown', from('203.0.113.60')),
    () =>
      post('/api/auth/sign-up/email', {
        name: 'A',
        email: 'a1@example.com',
        password: newPassword,
      }),
    () =>
      post('/api/auth/sign-up/email', {
        name: 'A',
        email: 'a2@example.com',
        password: newPassword,
      }),
    () => post('/api/invitations/unknown/accept', { name: 'A', password: newPassword }),
  ]);

  expect(statuses).toEqual([404, 404, 404, 200, 429, 429]);
});

test('a mailbox gets so many mails and no more, and an address has so many sent', async () => {
  const forget = (email: string, address: string) =>
    api.post('/api/auth/request-password-reset', { email }, from(address));

  const mailboxes = await statusesOf([
    () => forget('x@example.com', '203.0.113.70'),
    () => forget('X@example.com', '203.0.113.71'),
    () => forget('x@example.com', '203.0.113.72'),
  ]);
  const address = await statusesOf(
    [1, 2, 3, 4].map((n) => () => forget(`y${n}@example.com`, '203.0.113.73')),
  );

  expect(mailboxes).toEqual([200, 200, 429]);
  expect(address).toEqual([200, 200, 200, 429]);
});

test('a cookie that was there before is no session afterwards', async () => {
  const fixed = 'output-review.session_token=planted.signature';
  const answer = await makeApiClient(system.gateway.publicUrl).post(
    '/api/auth/sign-in/email',
    { email: ADMIN.email, password: ADMIN.password },
    { cookie: fixed },
  );
  expect(answer.status).toBe(200);
  expect(cookieOf(answer.headers)).not.toContain('planted');
  const { rows } = await system.sql.query(`SELECT FROM session WHERE token = 'planted'`);
  expect(rows).toEqual([]);
});
