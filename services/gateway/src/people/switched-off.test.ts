import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { destinationsSwitchedOff, INTERNAL_OPERATIONS } from '@output-review/contracts';
import {
  generateAssertionKeys,
  makeAssertionIssuer,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime';
import {
  eventually,
  keepWarnings,
  type Mailbox,
  openMailbox,
  silentLog,
} from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { addUser, join } from '../../test/people/test-user.ts';

const operatorKeys = generateAssertionKeys();
let mailbox: Mailbox;
let system: TestGateway;
const { log, warnings } = keepWarnings();

beforeAll(async () => {
  mailbox = await openMailbox();
  const smtpUrl = mailbox.url.replace('//', '//review:secret@');
  const mail = { smtpUrl, from: 'Output Review <review@example.com>' };
  system = await startTestGateway({ operatorPublicKey: operatorKeys.publicKey, mail, log });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await mailbox.stop();
});

/** Creates a workspace with a member for each of these roles. */
async function makeTeam(workspaceId: string, roles: readonly ('admin' | 'viewer')[]) {
  const people = [];
  for (const [index, role] of roles.entries()) {
    const user = await addUser(system, `${workspaceId}-${role}-${index}`);
    await join(system, user, { workspaceId, role });
    people.push(user.email);
  }
  return people;
}

const idOf = (mail: string) => /^Message-ID:\s*(\S+)/im.exec(mail)?.[1];

const countUnsent = () => warnings.filter((each) => each === 'email not sent').length;

const attributes = { source: 'review', time: '2026-01-07T03:05:00.000Z', traceparent: null };

function tell(workspaceId: string, id: string) {
  const data = { ...destinationsSwitchedOff.examples.valid, workspaceId };
  const key = `${workspaceId}/${data.destinationId}`;
  const event = { topic: destinationsSwitchedOff.topic, key, id, ...attributes };
  return { ...event, json: JSON.stringify(data) };
}

test('tells each admin of a switched-off destination, and nobody else', async () => {
  const [one = '', other = '', viewer = ''] = await makeTeam('told', ['admin', 'admin', 'viewer']);

  await system.bus.send([tell('told', 'first')]);

  await eventually(() => expect(mailbox.mailsTo(other)).toHaveLength(1));
  expect(mailbox.mailsTo(one)).toEqual([expect.stringContaining('https://hooks.example.com')]);
  expect(mailbox.mailsTo(one)[0]).toContain('Subject: A destination of your workspace');
  // Lines too long for a mail are wrapped, even within an address.
  expect(mailbox.mailsTo(one)[0]?.replaceAll(/=\r?\n/g, '')).toContain('/destinations');
  expect(mailbox.mailsTo(viewer)).toEqual([]);
});

test('does not tell an admin with an unconfirmed address, which may be a stranger’s', async () => {
  const [unproven = '', proven = ''] = await makeTeam('unproven', ['admin', 'admin']);
  await system.sql.query('UPDATE "user" SET "emailVerified" = false WHERE email = $1', [unproven]);

  await system.bus.send([tell('unproven', 'unproven')]);

  await eventually(() => expect(mailbox.mailsTo(proven)).toHaveLength(1));
  expect(mailbox.mailsTo(unproven)).toEqual([]);
});

test('a repeat sends the mail with the same Message-ID', async () => {
  const [admin = ''] = await makeTeam('twice', ['admin']);

  await system.bus.send([tell('twice', 'once'), tell('twice', 'once')]);

  await eventually(() => expect(mailbox.mailsTo(admin)).toHaveLength(2));
  const ids = mailbox.mailsTo(admin).map(idOf);
  expect(ids[0]).toMatch(/^<switched-off-/);
  expect(ids[1]).toBe(ids[0]);
});

test('a repeat keeps the Message-ID of each admin, also after another admin was added', async () => {
  const workspaceId = 'grown';
  const [admin = ''] = await makeTeam(workspaceId, ['admin']);
  await system.bus.send([tell(workspaceId, 'grown')]);
  await eventually(() => expect(mailbox.mailsTo(admin)).toHaveLength(1));
  const before = await addUser(system, 'a-new-admin');
  await join(system, before, { workspaceId, role: 'admin' });

  await system.bus.send([tell(workspaceId, 'grown')]);

  await eventually(() => expect(mailbox.mailsTo(admin)).toHaveLength(2));
  const [first, again] = mailbox.mailsTo(admin).map(idOf);
  expect(again).toBe(first);
  const [other] = mailbox.mailsTo(before.email).map(idOf);
  expect(other).toMatch(/^<switched-off-/);
  expect(other).not.toBe(first);
});

test('waits for a mail server that is down', async () => {
  const [admin = ''] = await makeTeam('away', ['admin']);
  mailbox.refuseNext(2);

  await system.bus.send([tell('away', 'late')]);

  await eventually(() => expect(mailbox.mailsTo(admin)).toHaveLength(1));
});

test('waits for a mail server that refuses sign-ins or connections', async () => {
  const [one = '', other = ''] = await makeTeam('barred', ['admin', 'admin']);
  const warnedBefore = countUnsent();
  mailbox.refuseSignIns(1);
  mailbox.refuseNext(1, 1, 554);

  await system.bus.send([tell('barred', 'barred')]);

  await eventually(() => expect(mailbox.mailsTo(other)).toHaveLength(1));
  expect(mailbox.mailsTo(one)).toHaveLength(1);
  expect(countUnsent()).toBe(warnedBefore);
});

test('an address that rejects mail does not affect the others', async () => {
  const [gone = '', there = ''] = await makeTeam('moved', ['admin', 'admin']);
  const warnedBefore = countUnsent();
  mailbox.refuseMailsTo(gone);

  await system.bus.send([tell('moved', 'moved')]);

  await eventually(() => expect(mailbox.mailsTo(there)).toHaveLength(1));
  expect(countUnsent()).toBe(warnedBefore + 1);
});

test('an address that defers mail blocks no other, and gets its mail later', async () => {
  const [there = '', full = ''] = await makeTeam('full', ['admin', 'admin']);
  const [next = ''] = await makeTeam('behind', ['admin']);
  mailbox.deferMailsTo(full, 2);

  await system.bus.send([tell('full', 'full'), tell('behind', 'behind')]);

  await eventually(() => expect(mailbox.mailsTo(next)).toHaveLength(1));
  await eventually(() => expect(mailbox.mailsTo(full)).toHaveLength(1));
  expect(mailbox.mailsTo(there)).toHaveLength(1);
});

test('repeats no mail when the server goes down between two mails', async () => {
  const [one = '', other = ''] = await makeTeam('between', ['admin', 'admin']);
  mailbox.refuseNext(2, 1);

  await system.bus.send([tell('between', 'between')]);

  await eventually(() => expect(mailbox.mailsTo(other)).toHaveLength(1));
  expect(mailbox.mailsTo(one)).toHaveLength(1);
});

test('sets an undecodable event aside, and handles the one after it', async () => {
  const [admin = ''] = await makeTeam('poisoned', ['admin']);
  const { json: _, ...event } = tell('poisoned', 'poison');

  await system.bus.send([{ ...event, json: 'not json' }, tell('poisoned', 'behind it')]);

  await eventually(() => expect(mailbox.mailsTo(admin)).toHaveLength(1));
  const client = makeServiceClient({
    ...{ service: 'gateway', baseUrl: () => system.gateway.url, log: silentLog },
  });
  const issuer = makeAssertionIssuer(operatorKeys.privateKey, systemClock);
  const assertion = issuer.as({ kind: 'operator' });
  const { deadLetters } = await client.call(INTERNAL_OPERATIONS.listDeadLetters, { assertion });
  await client.close();
  expect(deadLetters).toMatchObject([{ topic: event.topic, code: 'UNDECODABLE' }]);
});
