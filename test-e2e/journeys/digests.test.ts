import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let receiver: WebhookReceiver;
let system: System;
let admin: Client;
let automation: Client;

beforeAll(async () => {
  // Without emails, because the mail server of the stack belongs to the operator.
  system = await startSystem();
  receiver = await startWebhookReceiver(undefined, system.receiverHost);
  const workspaceName = uniqueName('Digests');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, admin);
}, 60_000);

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await system.stop();
});

const set = async (change: object) =>
  expect(await admin.patch('/api/settings', change)).toMatchObject({ status: 200, body: change });

async function aHeld(project: string, more: object = {}) {
  const given = { project, output: 'A letter.', requireApproval: true, ...more };
  const { id } = await submit(automation, given);
  await awaitVerdict(automation, id);
  return id;
}

const textOf = (body: JsonObject | undefined): string => JSON.stringify(body);

test('Slack gets many outputs in one digest, urgent ones at once, and none twice', async () => {
  const project = uniqueName('Letters');
  expect((await admin.patch('/api/settings', { slackDigest: 'PT2M' })).status).toBe(400);
  await set({ slackDigest: 'PT1H' });
  await admin.patch('/api/settings', {
    ...{ slackWebhookUrl: receiver.url, slackNotificationsEnabled: true },
  });
  const soon = await aHeld(project, { respondBy: 'PT20M' });
  await eventually(() => expect(receiver.calls).toHaveLength(1));
  expect(textOf(receiver.calls[0]?.body)).toContain(`/outputs/${soon}`);

  const late = await aHeld(project, { respondBy: 'PT30H' });
  const later = await aHeld(project, { respondBy: 'PT40H' });
  const decided = await aHeld(project);
  const deleted = await aHeld(project);
  await admin.patch(`/api/logs/${decided}/decision`, { decision: 'approved' });
  await admin.delete(`/api/logs/${deleted}`);
  await set({ slackDigest: 'off' });

  await eventually(() => expect(receiver.calls).toHaveLength(2));
  const digest = receiver.calls[1]?.body;
  expect(digest?.['text']).toBe(`${project}: 2 outputs are waiting for a decision`);
  const ids = [...textOf(digest).matchAll(/outputs\/([\w-]+)/g)].map((match) => match[1]);
  expect(ids).toEqual([late, later]);
  const { body } = await admin.get('/api/deliveries');
  expect((body['items'] as JsonObject[]).map(({ event }) => event)).toEqual(['digest', 'flagged']);
});
