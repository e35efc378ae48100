import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  eventually,
  SLACK_APP,
  type SlackServer,
  startSlackServer,
} from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { killWhileMarking } from '../harness/kill-while-waiting.ts';
import { submit } from '../harness/outputs.ts';
import { useRestarts } from '../harness/restarts.ts';
import { act, buttonsAbout, linkTo, noticesTo, pressed } from '../harness/slack.ts';
import type { System } from '../harness/system.ts';

let slack: SlackServer;

const restarts = useRestarts();
beforeEach(async () => {
  slack = await startSlackServer();
});
afterEach(async () => {
  await slack[Symbol.asyncDispose]();
});

const settings = () => ({ EGRESS_ALLOW_CIDRS: '127.0.0.1/32', SLACK_API_URL: slack.url });

/** Sets up the Slack app. @returns the admin. */
async function setUp(system: System): Promise<Client> {
  const admin = await system.signIn();
  expect((await admin.patch('/api/settings', { slackApp: SLACK_APP })).status).toBe(200);
  return admin;
}

const holdOne = (system: System, id: string) =>
  submit(system.automation, { id, project: 'Slack', output: 'Fine?', requireApproval: true });

const messagesAbout = (id: string) =>
  slack.messages.filter(({ blocks }) => JSON.stringify(blocks).includes(`/outputs/${id}`));

const untilDelivered = (admin: Client, id: string) =>
  eventually(async () => {
    const { body } = await admin.get(`/api/deliveries?logId=${id}`);
    expect(body['items'] as JsonObject[]).toMatchObject([{ state: 'delivered' }]);
  }, 120_000);

test('kill -9 around the response of Slack posts no message twice', async () => {
  const system = await restarts.startProcess(settings());
  const before = await setUp(system);
  // Only after a success are several messages sent at once.
  await holdOne(system, 'earlier');
  await untilDelivered(before, 'earlier');
  // At the kill the response to the first message is in flight. The second has its response, but is not marked as sent.
  const killed = new Promise<void>((resolve, reject) => {
    slack.fault = async ({ method, args }) => {
      if (method !== 'chat.postMessage') return null;
      if (JSON.stringify(args).includes('/outputs/first')) {
        void holdOne(system, 'second').catch(reject);
        await killed;
        return 'answer lost';
      }
      await new Promise<void>((answer) => {
        killWhileMarking(system.process, restarts.dataDir, answer).then(resolve, reject);
      });
      return null;
    };
  });
  await holdOne(system, 'first');
  await killed;
  await eventually(async () => expect(messagesAbout('first')).toHaveLength(1));
  slack.fault = () => null;

  const next = await restarts.start(settings());

  const admin = await next.signIn();
  for (const id of ['first', 'second']) {
    await untilDelivered(admin, id);
    expect(messagesAbout(id)).toHaveLength(1);
  }
  const { email } = next;
  await admin.patch('/api/logs/bulk', { ids: ['earlier', 'first', 'second'], action: 'approve' });
  const approved = `Approved by ${email}`;
  await eventually(async () =>
    expect(slack.messages.map(({ text }) => text)).toEqual([approved, approved, approved]),
  );
}, 300_000);

test('pressing a button too often shows a notice and decides nothing', async () => {
  const limit = { RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_WRITES_PER_MINUTE: '4' };
  const system = await restarts.start({ ...settings(), ...limit });
  const admin = await setUp(system);
  const { id } = await holdOne(system, 'often');
  const valueOf = await buttonsAbout(slack, id);
  await linkTo(admin, { system, slack, userId: 'U0ADA' }, valueOf('approve'));

  // Opening a dialog counts like a decision.
  for (let n = 0; n < 4; n += 1) await act(system, pressed('U0ADA', 'reject', valueOf('reject')));
  expect((await act(system, pressed('U0ADA', 'approve', valueOf('approve')))).status).toBe(200);

  expect(noticesTo(slack, 'U0ADA').at(-1)).toContain('Too many');
  expect((await admin.get(`/api/logs/${id}`)).body).toMatchObject({ humanDecision: null });
});
