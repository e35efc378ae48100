import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type ApiAnswer,
  type ApiClient,
  makeApiClient,
  type Mailbox,
  openMailbox,
} from '@output-review/runtime/testing';

import { DEFAULT_LIMITS, type GatewayOptions, type RunningGateway } from '../service.ts';
import { ADMIN, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { cookieFor, cookieOf, PASSWORD } from '../../test/people/test-user.ts';

const OPTIONS: Partial<GatewayOptions> = {
  limits: { ...DEFAULT_LIMITS, triesPerMinute: 5, mailsPerMinute: 3 },
  isTrustedProxy: (address) => address === '127.0.0.1',
  isSignUpOpen: true,
};

let mailbox: Mailbox;
let system: TestGateway;
let limited: RunningGateway;
let api: ApiClient;

beforeAll(async () => {
  mailbox = await openMailbox();
  system = await startTestGateway();
  limited = await system.startAgain({
    ...OPTIONS,
    mail: { smtpUrl: mailbox.url, from: 'review@example.com' },
  });
  api = makeApiClient(limited.publicUrl);
});

afterAll(async () => {
  await limited.stop();
  await system[Symbol.asyncDispose]();
  await mailbox.stop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });

async function statusesOf(calls: readonly (() => Promise<ApiAnswer>)[]): Promise<number[]> {
  const statuses = [];
  for (const call of calls) statuses.push((await call()).status);
  return statuses;
}

test('limits sign-ups and attempts to use links per address', async () => {
  const post = (path: string, body: object) => api.post(path, body, from('203.0.113.60'));
  const newPassword = PASSWORD;

  const statuses = await statusesOf([
    () => post('/api/auth/reset-password', { token: 'unknown', newPassword }),
    () => post('/api/invitations/unknown/accept', { name: 'A', password: newPassword }),
    () => api.get('/api/auth/verify-email?token=unknown', from('203.0.113.60')),
    () => api.get('/api/invitations/unknown', from('203.0.113.60')),
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
    () => api.get('/api/invitations/unknown', from('203.0.113.60')),
  ]);

  expect(statuses).toEqual([404, 404, 404, 404, 200, 429, 429, 429]);
});

test('limits attempts to accept invitations with a session, too', async () => {
  const cookie = await cookieFor(limited.publicUrl, ADMIN);
  const session = api.with({ cookie, origin: limited.publicUrl, ...from('203.0.113.61') });

  const statuses = await statusesOf(
    Array.from({ length: 6 }, () => () => session.post('/api/invitations/unknown/accept')),
  );

  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
});

test('limits mails per mailbox and per calling address', async () => {
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

test('mails of invitations are limited per mailbox, too', async () => {
  const admin = await system.signIn();
  const accept = async (address: string) => {
    const { body } = await admin.post('/api/members/invitations', { role: 'viewer' });
    const path = `/api/invitations/${(body as { token: string }).token}`;
    const newcomer = { name: 'Z', email: 'z@example.com', password: PASSWORD };
    const { status } = await api.post(`${path}/accept`, newcomer, from(address));
    return { status, left: (await api.get(path, from(address))).status };
  };

  const accepted = [];
  for (const n of [75, 76, 77]) accepted.push(await accept(`203.0.113.${n}`));

  // The second one is renewed, for the owner of the account.
  expect(accepted.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(accepted[2]?.left).toBe(200);
});

test('strangers cannot keep a user from resetting the password, nor from accepting an invitation', async () => {
  const { email } = ADMIN;
  const stranger = from('203.0.113.80');
  const { body } = await (
    await system.signIn()
  ).post('/api/members/invitations', { role: 'viewer' });
  const path = `/api/invitations/${(body as { token: string }).token}/accept`;
  const anyone = { name: 'A', email, password: PASSWORD };

  const asked = await statusesOf([
    () => api.post('/api/auth/send-verification-email', { email }, stranger),
    () => api.post('/api/auth/send-verification-email', { email }, stranger),
    () => api.post('/api/auth/sign-up/email', anyone, stranger),
    () => api.post('/api/auth/sign-up/email', anyone, from('203.0.113.81')),
  ]);
  const owner = await statusesOf([
    () => api.post('/api/auth/request-password-reset', { email }, from('203.0.113.82')),
    () => api.post(path, anyone, from('203.0.113.82')),
  ]);

  expect(asked).toEqual([200, 200, 200, 200]);
  expect(owner).toEqual([200, 200]);
});

test('a cookie planted before a sign-in is not a session afterwards', async () => {
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
