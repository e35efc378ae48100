import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  eventually,
  type ReceivedCall,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';
import { Webhook } from 'standardwebhooks';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

const PROJECT = 'Letters';

let system: System;
let admin: Client;
let automation: Client;
let receiver: WebhookReceiver;

// A separate workspace, because subscriptions receive all its events.
beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Told');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, admin);
}, 60_000);

beforeEach(async () => {
  await receiver?.[Symbol.asyncDispose]();
  receiver = await startWebhookReceiver(undefined, system.receiverHost);
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await system.stop();
});

test('the callback of an action contains the decision and is signed', async () => {
  const secret = await newCallbackSecret();
  const action = { name: 'send_letter', summary: 'Send it to Ada', params: { copies: 2 } };
  const { id } = await submit(automation, {
    ...{ project: PROJECT, task: 'Answer', output: 'Dear Ada', input: 'Write to Ada.', action },
    ...{ requireApproval: true, callbackUrl: receiver.url, metadata: { n: 1 }, tags: ['post'] },
    ...{ sessionId: 's-1', subjectId: 'ada', actorId: 'writer', model: 'm-1', confidence: 0.5 },
  });
  await awaitVerdict(automation, id);
  const decision = { decision: 'changed', correctedOutput: 'Dearest Ada' };
  expect((await admin.patch(`/api/logs/${id}/decision`, decision)).status).toBe(200);

  await eventually(() => expect(receiver.calls).toHaveLength(1));
  const [call] = receiver.calls;
  const { body: shown } = await automation.get(`/api/logs/${id}`);
  expect(verify(call!, secret)).toEqual({
    ...{ type: 'output.changed', event: 'changed', timestamp: shown['decidedAt'] },
    ...{ workspaceId: shown['workspaceId'], id, logId: id, projectName: PROJECT },
    ...{ taskName: 'Answer', status: 'flagged', verdict: 'pass' },
    confidenceScore: shown['confidenceScore'],
    ...{ explanation: shown['explanation'], decision: 'changed', humanDecision: 'changed' },
    ...{ decisionSource: 'dashboard', comment: null, correctedOutput: 'Dearest Ada' },
    ...{ aiOutput: 'Dear Ada', output: 'Dearest Ada', input: 'Write to Ada.' },
    ...{ action, aiAction: action, correctedAction: null },
    ...{ requireApproval: true, flagReason: shown['flagReason'], metadata: { n: 1 } },
    ...{ tags: ['post'], sessionId: 's-1', subjectId: 'ada', actorId: 'writer', model: 'm-1' },
    ...{ instructionsVersion: null, revisionOf: null, attachments: [], approvals: null },
    ...{ decidedAt: shown['decidedAt'], decidedBy: shown['decidedBy'], reasonIds: [] },
  });
  await eventually(async () => {
    const entry = { stage: 'callback delivered', detail: 'changed: 200' };
    expect(await timelineOf(id)).toContainEqual(expect.objectContaining(entry));
  });
});

test('a subscription gets results, flags and decisions, only the IDs of a deletion, and nothing once deleted', async () => {
  const made = await automation.post('/api/subscriptions', { url: receiver.url });
  const secret = String(made.body['secret']);
  const { id } = await submit(automation, { project: PROJECT, output: 'Private words.' });
  const path = `/api/logs/${id}`;
  await untilReceived(['pass']);
  await automation.patch(`${path}/status`, { status: 'flagged', reason: 'It was rude.' });
  await untilReceived(['pass', 'flagged']);
  await admin.patch(`${path}/decision`, { decision: 'approved' });
  await untilReceived(['pass', 'flagged', 'approved']);
  await admin.delete(path);
  await untilReceived(['pass', 'flagged', 'approved', 'deleted']);

  const [, flagged, , deleted] = receiver.calls.map((call) => verify(call, secret));
  expect(flagged).toMatchObject({ id, status: 'flagged', flagReason: 'It was rude.' });
  const { type, timestamp, event, workspaceId, logId, ...others } = deleted!;
  expect([type, event, logId]).toEqual(['output.deleted', 'deleted', id]);
  expect([timestamp, workspaceId]).toEqual([expect.any(String), flagged!['workspaceId']]);
  const said = Object.entries(others).filter(([, value]) => !isEmpty(value));
  expect(said).toEqual([['id', id]]);
  expect(Object.keys(deleted!).sort()).toEqual(Object.keys(flagged!).sort());

  await automation.delete(`/api/subscriptions/${String(made.body['id'])}`);
  const next = await submit(automation, {
    ...{ project: PROJECT, output: 'a', callbackUrl: `${receiver.url}/own` },
  });
  await eventually(() => expect(receiver.calls.at(-1)?.path).toBe('/hook/own'));
  expect(await deliveriesOf(next.id)).toHaveLength(1);
  expect(receiver.calls).toHaveLength(5);
});

test('a refused delivery is shown, retried, and can be repeated', async () => {
  receiver.answer = (response) => response.writeHead(500).end('Out of paper.');
  const { id: logId } = await submit(automation, {
    ...{ project: PROJECT, output: 'a', callbackUrl: receiver.url, callbackEvents: 'pass' },
  });
  const [refused] = await eventually(async () => {
    const deliveries = await deliveriesOf(logId);
    expect(deliveries).toMatchObject([{ event: 'pass', state: 'retrying', lastStatus: 500 }]);
    return deliveries;
  });
  const failed = expect.objectContaining({ stage: 'callback failed' });
  expect(await timelineOf(logId)).toContainEqual(failed);
  const path = `/api/deliveries/${String(refused!['id'])}`;

  receiver.answer = (response) => response.writeHead(204).end();
  expect(await admin.post(`${path}/replay`)).toMatchObject({ status: 202 });
  await untilDelivered(path);
  const callsBefore = receiver.calls.length;
  expect(await admin.post(`${path}/replay`)).toMatchObject({ status: 202 });
  await eventually(() => expect(receiver.calls.length).toBeGreaterThan(callsBefore));

  const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids)).toEqual(new Set([refused!['id']]));
  const { attempts, body } = await untilDelivered(path);
  expect(body).toMatchObject({ event: 'pass', id: logId });
  expect(attempts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ status: 500, answer: 'Out of paper.' }),
      expect.objectContaining({ status: 204, error: null }),
    ]),
  );
});

/** Rotates the secret that signs callbacks. @returns the new one. */
async function newCallbackSecret(): Promise<string> {
  const { body } = await admin.get('/api/destinations');
  const callbacks = (body['items'] as JsonObject[]).find(({ kind }) => kind === 'callbacks');
  const rotated = await admin.post(`/api/destinations/${String(callbacks?.['id'])}/rotate-secret`);
  return String(rotated.body['secret']);
}

/** Verifies a call by the library that receivers use. @throws if the signature is invalid. */
function verify({ text, headers }: ReceivedCall, secret: string): JsonObject {
  return new Webhook(secret).verify(text, headers as Record<string, string>) as JsonObject;
}

async function untilReceived(events: readonly string[]): Promise<void> {
  await eventually(() => expect(receiver.calls.map(({ body }) => body['event'])).toEqual(events));
}

async function untilDelivered(path: string): Promise<JsonObject> {
  return eventually(async () => {
    const { body } = await admin.get(path);
    expect(body['state']).toBe('delivered');
    return body;
  });
}

async function deliveriesOf(logId: string): Promise<JsonObject[]> {
  return (await admin.get(`/api/deliveries?logId=${logId}`)).body['items'] as JsonObject[];
}

async function timelineOf(id: string): Promise<unknown> {
  return (await automation.get(`/api/logs/${id}/timeline`)).body['events'];
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
