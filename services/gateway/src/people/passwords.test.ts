import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import {
  generateAssertionKeys,
  makeAssertionIssuer,
  makeServiceClient,
  systemClock,
  type Vouch,
} from '@output-review/runtime';
import {
  type ApiClient,
  makeApiClient,
  type Mailbox,
  openMailbox,
  silentLog,
} from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { secretMailedTo } from '../../test/people/mailbox.ts';
import { addUser, cookieOf, join, PASSWORD, signInAs } from '../../test/people/test-user.ts';

const NEW_PASSWORD = 'another horse, another battery';

const assertionKeys = generateAssertionKeys();
const operatorKeys = generateAssertionKeys();
let mailbox: Mailbox;
let system: TestGateway;

beforeAll(async () => {
  mailbox = await openMailbox();
  const mail = { smtpUrl: mailbox.url, from: 'Output Review <review@example.com>' };
  system = await startTestGateway({
    assertionKeys,
    operatorPublicKey: operatorKeys.publicKey,
    mail,
  });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await mailbox.stop();
});

async function addMember(name: string): Promise<{ id: string; email: string }> {
  const user = await addUser(system, name);
  await join(system, user, { workspaceId: `${name}-home`, role: 'viewer' });
  return user;
}

const signIn = (email: string, password: string) =>
  system.api.post('/api/auth/sign-in/email', { email, password });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  system.api.post('/api/auth/reset-password', { token, newPassword });
const forget = (email: string) => system.api.post('/api/auth/request-password-reset', { email });

describe('changing the password', () => {
  test('ends every other session, and replaces the cookie of this one', async () => {
    const amy = await addMember('amy');
    const [here, there] = [await signInAs(system, amy), await signInAs(system, amy)];

    const changed = await here.post('/api/auth/change-password', {
      ...{ currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });

    expect(changed).toMatchObject({ status: 200, body: { ok: true } });
    const sessions: ApiClient[] = [
      here,
      there,
      makeApiClient(system.gateway.publicUrl, { cookie: cookieOf(changed.headers) }),
    ];
    const statuses = await Promise.all(
      sessions.map(async (api) => (await api.get('/api/projects')).status),
    );
    expect(statuses).toEqual([401, 401, 200]);
    expect((await signIn(amy.email, PASSWORD)).status).toBe(401);
    expect((await signIn(amy.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('removes the reset links that were mailed before', async () => {
    const ana = await addMember('ana');
    await forget(ana.email);
    const token = await secretMailedTo(mailbox, ana.email, 1);
    const api = await signInAs(system, ana);

    const changed = await api.post('/api/auth/change-password', {
      ...{ currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });

    expect(changed.status).toBe(200);
    expect((await reset(token, `${NEW_PASSWORD} of a thief`)).status).toBe(404);
    expect((await signIn(ana.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('requires the current password, and a new one that is long enough', async () => {
    const api = await signInAs(system, await addMember('abe'));
    const change = (currentPassword: string, newPassword: string) =>
      api.post('/api/auth/change-password', { currentPassword, newPassword });

    expect(await change('wrong', NEW_PASSWORD)).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'Is not your current password.' } },
    });
    expect(await change(PASSWORD, 'short')).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.any(String) } },
    });
    expect((await api.get('/api/projects')).status).toBe(200);
  });

  test('succeeds for one of two concurrent calls', async () => {
    const api = await signInAs(system, await addMember('adi'));
    const passwords = [`${NEW_PASSWORD} 1`, `${NEW_PASSWORD} 2`];

    const answers = await Promise.all(
      passwords.map((newPassword) =>
        api.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword }),
      ),
    );

    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const statuses = await Promise.all(
      passwords.map(async (password) => (await signIn('adi@example.com', password)).status),
    );
    expect(statuses.map((status) => status === 200)).toEqual([won === 0, won === 1]);
  });
});

describe('a forgotten password', () => {
  test('is replaced by a mailed link, once, which ends all sessions', async () => {
    const bea = await addMember('bea');
    const signedIn = await signInAs(system, bea);

    expect(await forget('Bea@Example.com')).toMatchObject({ status: 200, body: { ok: true } });
    const token = await secretMailedTo(mailbox, bea.email, 1);
    const [mail = ''] = mailbox.mailsTo(bea.email);
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);

    expect(mail).toContain(`${system.gateway.publicUrl}/reset-password#${token}`);
    expect(mail).toContain('From: Output Review <review@example.com>');
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await signedIn.get('/api/projects')).status).toBe(401);
    expect((await signIn(bea.email, PASSWORD)).status).toBe(401);
    expect((await signIn(bea.email, NEW_PASSWORD)).status).toBe(200);
    const { rows } = await system.sql.query('SELECT * FROM verification');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('uses up every link of its user, and a link expires after an hour', async () => {
    const ben = await addMember('ben');
    await forget(ben.email);
    const first = await secretMailedTo(mailbox, ben.email, 1);
    await forget(ben.email);
    const second = await secretMailedTo(mailbox, ben.email, 2);

    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(404);

    await forget(ben.email);
    const third = await secretMailedTo(mailbox, ben.email, 3);
    const { rowCount } = await system.sql.query(
      `UPDATE verification SET "expiresAt" = now()
       WHERE value = $1 AND "expiresAt" = "createdAt" + interval '1 hour'`,
      [ben.id],
    );
    expect(rowCount).toBe(1);
    expect((await reset(third)).status).toBe(404);
  });

  test('of an unknown address gets the same answer and sends no mail', async () => {
    const known = await forget((await addMember('bob')).email);
    const unknown = await forget('nobody@example.com');

    await secretMailedTo(mailbox, 'bob@example.com', 1);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(mailbox.mailsTo('nobody@example.com')).toEqual([]);
  });

  test('gets its link even if the mail server was down for a moment', async () => {
    const bud = await addMember('bud');
    mailbox.refuseNext(1);

    await forget(bud.email);

    expect((await reset(await secretMailedTo(mailbox, bud.email, 1))).status).toBe(200);
  });

  test('can be reset with a link of the operator, created only on the internal listener', async () => {
    const bo = await addMember('bo');
    const operator = makeAssertionIssuer(operatorKeys.privateKey, systemClock);
    const client = makeServiceClient({
      ...{ service: 'gateway', baseUrl: () => system.gateway.url, log: silentLog },
    });
    const ask = (email: string, assertion: string | Vouch = operator.as({ kind: 'operator' })) =>
      client.call(INTERNAL_OPERATIONS.makePasswordLink, { body: { email }, assertion });

    const { link } = await ask(bo.email);

    expect(link).toContain(`${system.gateway.publicUrl}/reset-password#`);
    expect((await reset(link.split('#')[1] ?? '')).status).toBe(200);
    await expect(ask('nobody@example.com')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await client.close();
  });

  test("cannot be reset by a service, with the gateway's assertion or its own", async () => {
    const bo = await addMember('bela');
    const gateway = makeAssertionIssuer(assertionKeys.privateKey, systemClock);
    const self = { kind: 'service', service: 'gateway' } as const;
    const admin = {
      kind: 'user',
      workspaceId: 'w',
      userId: 'u',
      email: 'u@x',
      role: 'admin',
    } as const;
    const { claimFiles, settleFiles } = INTERNAL_OPERATIONS;
    const client = makeServiceClient({
      ...{ service: 'gateway', baseUrl: () => system.gateway.url, log: silentLog },
    });
    const ask = (assertion: string | Vouch) =>
      client.call(INTERNAL_OPERATIONS.makePasswordLink, { body: { email: bo.email }, assertion });

    // The operations whose assertions media receives: with the files of a submission, and once a minute.
    for (const operation of [claimFiles, settleFiles]) {
      await expect(ask(await gateway.issue(self, operation))).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
    for (const principal of [self, admin]) {
      await expect(ask(gateway.as(principal))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(ask(gateway.as({ kind: 'operator' }))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await client.close();
    const links = await system.sql.query('SELECT FROM verification WHERE value = $1', ['bela']);
    expect(links.rowCount).toBe(0);
  });
});
