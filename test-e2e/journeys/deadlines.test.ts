import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let automation: Client;
let receiver: WebhookReceiver;

// A separate workspace, because approval by deadline is a setting of the workspace.
beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('In time');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, admin);
}, 60_000);

beforeEach(async () => {
  receiver = await startWebhookReceiver(undefined, system.receiverHost);
});

afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
});

afterAll(() => system.stop());

/** An output that waits for a decision and has a callback. */
const held = (onDeadline?: string): JsonObject => ({
  ...{ project: 'Payments', output: 'Pay 20 EUR.', requireApproval: true },
  ...{ callbackUrl: receiver.url, callbackEvents: 'all', respondBy: 'PT1S', onDeadline },
});

test('an output not decided in time is rejected, and its automation is notified', async () => {
  const { id } = await submit(automation, held('reject'));

  const decided = { decisionSource: 'deadline', decidedBy: 'deadline', comment: null };
  expect(await afterItsDeadline(id)).toMatchObject({
    ...{ status: 'flagged', humanDecision: 'rejected', escalatedAt: null, ...decided },
  });
  await untilCalled({ id, event: 'rejected', decision: 'rejected', ...decided });
  const stage = { stage: 'decided', actor: 'deadline', detail: 'rejected' };
  expect(await timelineOf(id)).toContainEqual(expect.objectContaining(stage));
});

test('by default an output is escalated, and a person can still decide it', async () => {
  const { id } = await submit(automation, held());

  expect(await afterItsDeadline(id)).toMatchObject({
    ...{ humanDecision: null, escalatedAt: expect.any(String), onDeadline: 'escalate' },
  });
  await untilCalled({ id, event: 'escalated', status: 'flagged', decision: null });
  const stage = { stage: 'escalated', actor: 'deadline' };
  expect(await timelineOf(id)).toContainEqual(expect.objectContaining(stage));

  const approved = await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  expect(approved.status).toBe(200);
  await untilCalled({ id, event: 'approved', decisionSource: 'dashboard' });
  const events = receiver.calls.map(({ body }) => body['event']);
  expect(events.filter((event) => event === 'escalated')).toHaveLength(1);
});

describe('approval by deadline', () => {
  test('is refused at submission unless the workspace allows it', async () => {
    const answer = await automation.post('/api/logs', held('approve'));

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { onDeadline: expect.stringMatching(/allow/) } },
    });
  });

  test('is applied if the workspace allows it', async () => {
    await admin.patch('/api/settings', { allowDeadlineApproval: true });

    // Review learns of the setting later. Outputs that expire earlier are escalated.
    const id = await eventually(async () => {
      const submitted = await submit(automation, held('approve'));
      expect(await afterItsDeadline(submitted.id)).toMatchObject({
        ...{ humanDecision: 'approved', decisionSource: 'deadline', verdict: 'pass' },
      });
      return submitted.id;
    }, 60_000);

    await untilCalled({ id, event: 'approved', decisionSource: 'deadline', decidedBy: 'deadline' });
  }, 120_000);
});

/** Waits until the deadline has taken effect. @returns the output. */
async function afterItsDeadline(id: string): Promise<JsonObject> {
  return eventually(async () => {
    const { body, text } = await automation.get(`/api/logs/${id}`);
    if (!body['humanDecision'] && !body['escalatedAt']) throw new Error(`Still waiting: ${text}`);
    return body;
  });
}

async function untilCalled(body: JsonObject): Promise<void> {
  const called = expect.objectContaining(body);
  await eventually(() => expect(receiver.calls.map((call) => call.body)).toContainEqual(called));
}

async function timelineOf(id: string): Promise<unknown> {
  return (await automation.get(`/api/logs/${id}/timeline`)).body['events'];
}
