import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { destinationsSwitchedOff } from '@output-review/contracts';
import { generateAssertionKeys, makeEncryptor, type RunningService } from '@output-review/runtime';
import { eventually, type Mailbox, openMailbox } from '@output-review/runtime/testing';

import { secretMailedTo } from '../../test/people/mailbox.ts';
import { addUser, join, PASSWORD } from '../../test/people/test-user.ts';
import { invite, makeTeam } from '../../test/people/team.ts';
import { reseal } from '../../test/reseal.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

const operatorKeys = generateAssertionKeys();
const former = randomBytes(32).toString('base64');
let mailbox: Mailbox;
let system: TestGateway;
let next: RunningService | null = null;

beforeEach(async () => {
  mailbox = await openMailbox();
  system = await startTestGateway({
    mail: { smtpUrl: mailbox.url, from: 'review@example.com' },
    ...{ operatorPublicKey: operatorKeys.publicKey, encryptor: makeEncryptor(former) },
  });
});

afterEach(async () => {
  await next?.stop();
  next = null;
  await system[Symbol.asyncDispose]();
  await mailbox.stop();
});

async function kept(): Promise<readonly object[]> {
  const { rows } = await system.sql.query<object>('SELECT * FROM kept_mails');
  return rows;
}

/** Stops the gateway with one mail unsent. @returns its stored row. */
async function stopWithMail(): Promise<string> {
  await eventually(async () => expect(await kept()).toHaveLength(1));
  await system.gateway.stop();
  const rows = await kept();
  expect(rows).toHaveLength(1);
  return JSON.stringify(rows);
}

const forget = (email: string) => system.api.post('/api/auth/request-password-reset', { email });

async function secretsCheckOf(gateway: RunningService): Promise<string | undefined> {
  return (await gateway.ready()).checks['secrets'];
}

/** Makes the stored mails due, as after ten minutes. */
const makeDue = () => system.sql.query('UPDATE kept_mails SET due_at = now()');

test('a link that the mail server deferred is sent by the next gateway, and was stored encrypted', async () => {
  const { email } = await addUser(system, 'kay');
  mailbox.deferMailsTo(email, 9);
  await forget(email);
  const row = await stopWithMail();
  mailbox.deferMailsTo(email, 0);
  await makeDue();

  next = await system.startAgain();

  const token = await secretMailedTo(mailbox, email, 1);
  expect(token).not.toBe('');
  expect(row).not.toContain(token);
  expect(row).not.toContain(email);
  await eventually(async () => expect(await kept()).toEqual([]));
});

/** Invites a user who has an account, who accepts without signing in. */
async function inviteExistingUser() {
  const { ann, ben } = await makeTeam(system, 'viewer');
  const { token } = await invite(ann.api, { role: 'viewer' });
  const path = `/api/invitations/${token}`;
  const accept = () =>
    system.api.post(`${path}/accept`, { name: 'Ben', email: ben.email, password: PASSWORD });
  return { ben, path, accept };
}

test('an invitation stays unchanged if the mail that passes it on cannot be stored', async () => {
  const { ben, path, accept } = await inviteExistingUser();
  await system.sql.query('ALTER TABLE kept_mails ADD CONSTRAINT none CHECK (false)');

  expect((await accept()).status).toBe(500);

  expect((await system.api.get(path)).status).toBe(200);
  await system.sql.query('ALTER TABLE kept_mails DROP CONSTRAINT none');
  expect((await accept()).status).toBe(200);
  expect(await secretMailedTo(mailbox, ben.email, 1)).not.toBe('');
  expect((await system.api.get(path)).status).toBe(404);
});

test('a mail that passes an invitation on is still sent when the mail server is back after hours', async () => {
  const { ben, accept } = await inviteExistingUser();
  mailbox.deferMailsTo(ben.email, 9);
  await accept();
  await stopWithMail();
  mailbox.deferMailsTo(ben.email, 0);
  await system.sql.query(
    `UPDATE kept_mails SET due_at = now(), until = until - interval '12 hours'`,
  );

  next = await system.startAgain();

  expect(await secretMailedTo(mailbox, ben.email, 1)).not.toBe('');
});

/** Publishes that a destination was switched off, while the mail server defers the mail to the admin. */
async function publishDeferred(name: string, workspaceId: string): Promise<string> {
  const admin = await addUser(system, name);
  await join(system, admin, { workspaceId, role: 'admin' });
  mailbox.deferMailsTo(admin.email, 9);
  const { topic, examples } = destinationsSwitchedOff;
  const json = JSON.stringify({ ...examples.valid, workspaceId });
  const attributes = { source: 'review', time: '2026-01-07T03:05:00.000Z', traceparent: null };
  await system.bus.send([{ topic, key: `${workspaceId}/1`, id: 'off', json, ...attributes }]);
  return admin.email;
}

test('the notice of a switched-off destination is sent by the next gateway', async () => {
  const admin = await publishDeferred('kim', 'kims');
  await stopWithMail();
  mailbox.deferMailsTo(admin, 0);
  await makeDue();

  next = await system.startAgain();

  await eventually(() => expect(mailbox.mailsTo(admin)).toHaveLength(1));
  expect(mailbox.mailsTo(admin)[0]).toContain('<switched-off-');
  await eventually(async () => expect(await kept()).toEqual([]));
});

test('does not send a stored notice to a former admin', async () => {
  const admin = await publishDeferred('kia', 'kias');
  await stopWithMail();
  mailbox.deferMailsTo(admin, 0);
  await system.sql.query(`DELETE FROM members WHERE workspace_id = 'kias'`);
  await makeDue();

  next = await system.startAgain();

  await eventually(async () => expect(await kept()).toEqual([]));
  expect(mailbox.mailsTo(admin)).toEqual([]);
});

test('erases a stored notice with its workspace', async () => {
  const admin = await publishDeferred('kle', 'kles');
  await stopWithMail();
  await system.sql.query(`UPDATE workspaces SET deleted_at = now() WHERE id = 'kles'`);

  next = await system.startAgain();

  await eventually(async () => expect(await kept()).toEqual([]));
  expect(mailbox.mailsTo(admin)).toEqual([]);
});

test('gives up a mail after its deadline', async () => {
  const slow = await addUser(system, 'kit');
  mailbox.deferMailsTo(slow.email, 9);
  await forget(slow.email);
  await stopWithMail();
  mailbox.deferMailsTo(slow.email, 0);
  await system.sql.query('UPDATE kept_mails SET due_at = now(), until = now()');

  next = await system.startAgain();

  await eventually(async () => expect(await kept()).toEqual([]));
  expect(mailbox.mailsTo(slow.email)).toEqual([]);
});

test('does not keep a mail that the server rejects permanently', async () => {
  const { email } = await addUser(system, 'koa');
  await system.sql.query(KEEP_TRACK);
  mailbox.refuseMailsTo(email);

  await forget(email);

  await eventually(async () => {
    const { rows } = await system.sql.query('SELECT FROM dropped_mails');
    expect(rows).toHaveLength(1);
  });
});

const KEEP_TRACK = `
CREATE TABLE dropped_mails (id text);
CREATE FUNCTION keep_track() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO dropped_mails VALUES (OLD.id); RETURN OLD; END $$;
CREATE TRIGGER keep_track BEFORE DELETE ON kept_mails FOR EACH ROW EXECUTE FUNCTION keep_track()`;

test('a stored mail that the current key cannot decrypt stays until the right key is set', async () => {
  const { email } = await addUser(system, 'kim');
  mailbox.deferMailsTo(email, 9);
  await forget(email);
  await stopWithMail();
  mailbox.deferMailsTo(email, 0);
  await makeDue();
  const wrong = await system.startAgain({
    encryptor: makeEncryptor(randomBytes(32).toString('base64')),
  });
  await eventually(async () => {
    const { rowCount } = await system.sql.query('SELECT FROM kept_mails WHERE due_at > now()');
    expect(rowCount).toBe(1);
  });
  expect(await secretsCheckOf(wrong)).toBe(
    'degraded: encrypted with an unknown key: 1 emails that wait for the mail server',
  );
  await wrong.stop();
  await makeDue();

  next = await system.startAgain();

  expect(await secretMailedTo(mailbox, email, 1)).not.toBe('');
});

test('a mail past its deadline is not reported as encrypted with an unknown key, even if none are sent any more', async () => {
  const { email } = await addUser(system, 'kaz');
  mailbox.deferMailsTo(email, 9);
  await forget(email);
  await stopWithMail();
  await system.sql.query('UPDATE kept_mails SET until = now()');

  next = await system.startAgain({
    ...{ encryptor: makeEncryptor(randomBytes(32).toString('base64')), mail: null },
  });

  expect(await secretsCheckOf(next)).toBe('ok');
  expect(await kept()).toHaveLength(1);
});

test('a stored mail survives a key rotation', async () => {
  const { email } = await addUser(system, 'kai');
  mailbox.deferMailsTo(email, 9);
  await forget(email);
  await stopWithMail();
  mailbox.deferMailsTo(email, 0);
  const key = randomBytes(32).toString('base64');
  const both = await system.startAgain({ encryptor: makeEncryptor(key, [former]) });
  await reseal(both.url, operatorKeys);
  await both.stop();
  await makeDue();

  next = await system.startAgain({ encryptor: makeEncryptor(key) });

  expect(await secretMailedTo(mailbox, email, 1)).not.toBe('');
});

test('many mails at once share few connections, and all are sent', async () => {
  const emails = Array.from({ length: 20 }, (_, n) => `user-${n}@example.com`);
  await system.sql.query(
    `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     SELECT email, 'Ada', email, true, now(), now() FROM unnest($1::text[]) AS email`,
    [emails],
  );
  const release = mailbox.hold();

  await Promise.all(emails.map(forget));
  await eventually(async () => expect(await kept()).toHaveLength(emails.length));
  await eventually(() => expect(mailbox.connectionsMax()).toBeGreaterThanOrEqual(5));
  await release();

  await eventually(async () => expect(await kept()).toEqual([]));
  for (const email of emails) expect(mailbox.mailsTo(email)).toHaveLength(1);
  expect(mailbox.connectionsMax()).toBe(5);
});
