import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  eventually,
  type Mailbox,
  openMailbox,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
} from '@output-review/runtime/testing';
import { Client as Database } from 'pg';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { embeddedDatabaseUrl, killService } from '../harness/process.ts';
import { useRestarts } from '../harness/restarts.ts';

const ADDRESS = 'team@example.com';

let mailbox: Mailbox;
let slack: SlackServer;

const restarts = useRestarts();
beforeEach(async () => {
  mailbox = await openMailbox();
  slack = await startSlackServer();
});

afterEach(async () => {
  await mailbox.stop();
  await slack[Symbol.asyncDispose]();
});

const settings = () => ({
  ...{ SMTP_URL: mailbox.url, MAIL_FROM: 'reviews@example.com', SLACK_API_URL: slack.url },
  EGRESS_ALLOW_CIDRS: '127.0.0.1/32',
});

const set = async (admin: Client, change: object) =>
  expect((await admin.patch('/api/settings', change)).status).toBe(200);

test('kill -9 between a digest and its bookkeeping loses nothing and repeats it with the same Message-ID', async () => {
  const first = await restarts.startProcess(settings());
  const admin = await first.signIn();
  await set(admin, {
    ...{ notificationEmail: ADDRESS, emailNotificationsEnabled: true, emailDigest: 'P1D' },
    ...{ slackApp: SLACK_APP, slackDigest: 'P1D' },
  });
  const project = uniqueName('Letters');
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await submit(first.automation, { project, output: '?', requireApproval: true });
    await awaitVerdict(first.automation, id);
    ids.push(id);
  }
  // The first kill comes after gathering, the second after sending but before marking as sent.
  await killService(first.process, restarts.dataDir, 'all');
  const second = await restarts.startProcess(settings());
  await blockMarking();
  await set(await second.signIn(), { emailDigest: 'off', slackDigest: 'off' });
  await eventually(() => {
    expect(mailbox.mailsTo(ADDRESS)).toHaveLength(1);
    expect(slack.messages).toHaveLength(1);
  }, 60_000);
  await killService(second.process, restarts.dataDir, 'all');

  const third = await restarts.start(settings());

  const again = await third.signIn();
  await eventually(async () => {
    const { body } = await again.get('/api/deliveries');
    expect(body['items'] as JsonObject[]).toMatchObject([
      ...[
        { event: 'digest', state: 'delivered' },
        { event: 'digest', state: 'delivered' },
      ],
    ]);
  }, 120_000);
  const mails = mailbox.mailsTo(ADDRESS);
  const messageIds = mails.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1]);
  expect(messageIds).toHaveLength(2);
  expect(new Set(messageIds).size).toBe(1);
  expect(slack.messages).toHaveLength(1);
  for (const message of [...mails, JSON.stringify(slack.messages[0]?.blocks)]) {
    for (const id of ids) expect(message).toContain(`/outputs/${id}`);
  }
}, 300_000);

/** Blocks marking deliveries as sent until the kill: the insert of an attempt waits for this lock. */
async function blockMarking(): Promise<void> {
  const database = new Database({ connectionString: await embeddedDatabaseUrl(restarts.dataDir) });
  // The kill closes this connection too.
  database.on('error', () => {});
  await database.connect();
  await database.query('BEGIN');
  await database.query('LOCK TABLE review.delivery_attempts IN SHARE MODE');
}
