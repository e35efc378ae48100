import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Mailbox, openMailbox } from '@output-review/runtime/testing';

import { addUser, join, signInAs } from '../../test/people/test-user.ts';
import { MAILBOX } from '../../test/settings-peers.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let mailbox: Mailbox;
let system: TestGateway;

beforeAll(async () => {
  mailbox = await openMailbox();
  const mail = { smtpUrl: mailbox.url, from: 'review@example.com' };
  system = await startTestGateway({ mail, isSignUpOpen: true });
  for (const name of ['ann', 'ben', 'eve']) await addUser(system, name);
  for (const [id, role, workspaceId] of [
    ['ann', 'admin', 'w'],
    ['ben', 'viewer', 'w'],
    ['eve', 'viewer', 'elsewhere'],
  ] as const) {
    await join(system, { id, email: `${id}@example.com` }, { workspaceId, role });
  }
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await mailbox.stop();
});

const change = async (
  { gateway }: Pick<TestGateway, 'gateway'>,
  notificationEmail: string | null,
) => {
  const ann = await signInAs({ ...system, gateway }, { email: 'ann@example.com' });
  return ann.patch('/api/settings', { notificationEmail, notifyOnFlag: true });
};

test('with open sign-up, notification emails go only to members with a confirmed address', async () => {
  const refused = { status: 400, body: { fields: { notificationEmail: expect.any(String) } } };
  // The stored address stays accepted, because a client may send all settings back.
  expect(await change(system, MAILBOX)).toMatchObject({ status: 200 });

  expect(await change(system, 'eve@example.com')).toMatchObject(refused);
  expect(await change(system, 'nobody@example.com')).toMatchObject(refused);
  expect(await change(system, 'Ben@example.com')).toMatchObject({
    status: 200,
    body: { notificationEmail: 'Ben@example.com' },
  });
  expect(await change(system, null)).toMatchObject({ status: 200 });
  await system.sql.query(`UPDATE "user" SET "emailVerified" = false WHERE id = 'ben'`);
  expect(await change(system, 'ben@example.com')).toMatchObject(refused);
});

test('without open sign-up, notification emails go to any mailbox', async () => {
  const mail = { smtpUrl: mailbox.url, from: 'review@example.com' };
  const gateway = await system.startAgain({ mail, isSignUpOpen: false });

  try {
    expect(await change({ gateway }, 'nobody@example.com')).toMatchObject({ status: 200 });
  } finally {
    await gateway.stop();
  }
});
