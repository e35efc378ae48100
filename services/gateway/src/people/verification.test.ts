import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  eventually,
  makeApiClient,
  type Mailbox,
  openMailbox,
} from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { secretMailedTo } from '../../test/people/mailbox.ts';
import { addUser, join, PASSWORD, signInAs } from '../../test/people/test-user.ts';

let mailbox: Mailbox;
let system: TestGateway;

beforeAll(async () => {
  mailbox = await openMailbox();
  const mail = { smtpUrl: mailbox.url, from: 'review@example.com' };
  system = await startTestGateway({ mail, isSignUpOpen: true });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await mailbox.stop();
});

const signIn = (email: string, password: string) =>
  system.api.post('/api/auth/sign-in/email', { email, password });
const reset = (token: string) =>
  system.api.post('/api/auth/reset-password', { token, newPassword: PASSWORD });

describe('an address', () => {
  const signUp = (email: string) =>
    system.api.post('/api/auth/sign-up/email', {
      ...{ name: 'Visit https://evil.example', email, password: PASSWORD },
    });

  test('is confirmed by an emailed link before the first sign-in', async () => {
    expect((await system.api.get('/api/auth/sign-up')).body).toEqual({ isOpen: true });
    const signedUp = await signUp('Cat@example.com');
    expect(signedUp).toMatchObject({
      status: 200,
      body: { ok: true, user: null, needsVerification: true },
    });
    expect(signedUp.headers.get('set-cookie')).toBeNull();
    expect((await signIn('cat@example.com', 'wrong')).status).toBe(401);
    expect(await signIn('cat@example.com', PASSWORD)).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('open the link that was emailed') },
    });

    const first = await secretMailedTo(mailbox, 'cat@example.com', 1);
    await system.api.post('/api/auth/send-verification-email', { email: 'cat@example.com' });
    await secretMailedTo(mailbox, 'cat@example.com', 2);
    const open = () => system.api.get(`/api/auth/verify-email?token=${first}`);

    expect([(await open()).status, (await open()).status]).toEqual([200, 200]);
    expect((await signIn('cat@example.com', PASSWORD)).status).toBe(200);
    expect((await system.api.get('/api/auth/verify-email?token=unknown')).status).toBe(404);
    const mails = mailbox.mailsTo('cat@example.com').join();
    expect(mails).toContain('Subject: Confirm your email address for Output Review');
    expect(mails).not.toContain('evil.example');
  });

  test('of an account is revealed by a sign-up only to its owner', async () => {
    const cem = await addUser(system, 'cem');
    await join(system, cem, { workspaceId: 'cems', role: 'viewer' });

    const again = await signUp(cem.email);

    expect(again).toMatchObject({ status: 200, body: { user: null, needsVerification: true } });
    await eventually(() => expect(mailbox.mailsTo(cem.email)).toHaveLength(1));
    expect(mailbox.mailsTo(cem.email)[0]).toContain('You already have an Output Review account');
    expect((await signIn(cem.email, PASSWORD)).status).toBe(200);
  });

  test('of an account is not revealed by a sign-in with the password of a sign-up', async () => {
    const cal = await addUser(system, 'cal');
    const password = 'a password of somebody else';
    const told = [];
    for (const email of [cal.email, 'coy@example.com']) {
      await system.api.post('/api/auth/sign-up/email', { name: 'Mallory', email, password });
      await system.sql.query('DELETE FROM sign_in_tries');
      const { status, body } = await signIn(email, password);
      const { rowCount: tries } = await system.sql.query('SELECT FROM sign_in_tries');
      told.push({ status, body: { ...(body as object), requestId: '' }, tries });
    }

    const [known, unknown] = told;
    expect(known).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(known?.tries).toBeGreaterThan(0);
    expect(unknown).toEqual(known);
  });

  test('of an account is not revealed by an invitation, and its owner joins by an emailed link', async () => {
    const cob = await addUser(system, 'cob');
    await join(system, cob, { workspaceId: 'cobs', role: 'admin' });
    const admin = await signInAs(system, cob);
    const dan = await addUser(system, 'dan');
    const accept = async (email: string) => {
      const { body } = await admin.post('/api/members/invitations', { role: 'viewer' });
      const path = `/api/invitations/${(body as { token: string }).token}`;
      const answer = await system.api.post(`${path}/accept`, {
        ...{ name: 'Dan', email, password: 'a password of somebody else' },
      });
      return { answer, next: await system.api.get(path) };
    };

    const [known, unknown] = [await accept('Dan@example.com'), await accept('dia@example.com')];

    expect(known.answer).toMatchObject({ status: 200, body: { needsVerification: true } });
    expect(known.answer.body).toEqual(unknown.answer.body);
    expect(known.answer.headers.get('set-cookie')).toBeNull();
    expect([known.next.status, unknown.next.status]).toEqual([404, 404]);
    const token = await secretMailedTo(mailbox, dan.email, 1);
    expect(mailbox.mailsTo(dan.email)[0]).toContain('You already have an Output Review account');
    const session = await signInAs(system, dan);
    expect(await session.post(`/api/invitations/${token}/accept`)).toMatchObject({
      status: 200,
      body: { workspaceId: 'cobs' },
    });
  });

  test('of an invited newcomer is confirmed too, and a link works for one purpose only', async () => {
    const cy = await addUser(system, 'cy');
    await join(system, cy, { workspaceId: 'cys', role: 'admin' });
    const admin = await signInAs(system, cy);
    const { body } = await admin.post('/api/members/invitations', { role: 'viewer' });
    const { token: invitation } = body as { token: string };

    const joined = await system.api.post(`/api/invitations/${invitation}/accept`, {
      ...{ name: 'Dot', email: 'dot@example.com', password: PASSWORD },
    });
    const token = await secretMailedTo(mailbox, 'dot@example.com', 1);

    expect(joined).toMatchObject({ status: 200, body: { needsVerification: true } });
    expect(joined.headers.get('set-cookie')).toBeNull();
    expect((await reset(token)).status).toBe(404);
    await system.api.get(`/api/auth/verify-email?token=${token}`);
    await signInAs(system, { email: 'dot@example.com' });
  });
});

test('without mail only the operator can create a link, and no address needs confirmation', async () => {
  const quiet = await system.startAgain({ mail: null, isSignUpOpen: true });
  const api = makeApiClient(quiet.publicUrl);

  const answers = await Promise.all(
    ['request-password-reset', 'send-verification-email'].map((path) =>
      api.post(`/api/auth/${path}`, { email: 'eli@example.com' }),
    ),
  );
  const signedUp = await api.post('/api/auth/sign-up/email', {
    ...{ name: 'Eli', email: 'eli@example.com', password: PASSWORD },
  });

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(signedUp).toMatchObject({ status: 200, body: { needsVerification: false } });
  await quiet.stop();
});
