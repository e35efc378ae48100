import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let automation: Client;
let receiver: WebhookReceiver;

// A separate workspace, because other journeys would add samples.
beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Sampled');
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

async function aProject(sampleRate: number) {
  const name = uniqueName('Sampled');
  const { status, body } = await admin.post('/api/projects', { name, sampleRate });
  expect({ status, body }).toMatchObject({ status: 201, body: { name, sampleRate } });
  return { name, path: `/api/projects/${String(body['id'])}` };
}

async function passed(fields: JsonObject): Promise<string> {
  const { id } = await submit(automation, { output: 'Dear Ada, it is on its way.', ...fields });
  expect((await awaitVerdict(automation, id)).body).toMatchObject({
    ...{ status: 'pass', verdict: 'pass', settled: true, humanDecision: null },
  });
  return id;
}

const isSample = async (id: string) => (await automation.get(`/api/logs/${id}`)).body['sampled'];
const LANE = { sampled: 'true', humanDecision: 'none', status: 'pass' };

test('sampled outputs do not wait for review, and their submitter is only notified of changes', async () => {
  const { name: project } = await aProject(1);
  const given = { project, callbackUrl: receiver.url, callbackEvents: 'all' };
  const [fine, wrong] = [await passed(given), await passed(given)] as const;
  expect(await search(admin, { project, ...LANE })).toMatchObject({
    total: 2,
    summary: { pendingReviews: 0, failuresDetected: 0, successRate: 1 },
  });
  expect(await search(admin, { project, pending: 'true' })).toMatchObject({ total: 0 });
  await eventually(() => expect(receiver.calls).toHaveLength(2));

  const approved = await admin.patch(`/api/logs/${fine}/decision`, { decision: 'approved' });
  expect(approved).toMatchObject({ status: 200, body: { humanDecision: 'approved' } });
  await admin.patch(`/api/logs/${wrong}/decision`, { decision: 'rejected', comment: 'Not yet.' });

  await eventually(() => expect(receiver.calls).toHaveLength(3));
  const delivered = receiver.calls.map(({ body }) => [body['id'], body['event']]);
  expect(delivered).toEqual(
    expect.arrayContaining([
      [fine, 'pass'],
      [wrong, 'pass'],
      [wrong, 'rejected'],
    ]),
  );
  const { body: deliveries } = await admin.get(`/api/deliveries?logId=${fine}`);
  expect(deliveries).toMatchObject({ items: [{ event: 'pass' }], total: 1 });
  expect(await search(admin, { project, ...LANE })).toMatchObject({ total: 0 });
  expect((await automation.get(`/api/logs/${fine}/status`)).body).toMatchObject({
    ...{ status: 'pass', settled: true, humanDecision: 'approved' },
  });
});

test('a sample rate of a project or task applies from its response on, however often it changes', async () => {
  const { name: project, path } = await aProject(0);
  const { body: task } = await admin.post(`${path}/tasks`, { name: 'Reply' });
  const taskPath = `${path}/tasks/${String(task['id'])}`;
  for (let round = 0; round < 5; round += 1) {
    expect((await admin.patch(path, { sampleRate: 1 })).body).toMatchObject({ sampleRate: 1 });
    expect(await isSample(await passed({ project, task: 'Reply' }))).toBe(true);
    expect((await admin.patch(taskPath, { sampleRate: 0 })).status).toBe(200);
    expect(await isSample(await passed({ project, task: 'Reply', sync: true }))).toBe(false);
    expect(await isSample(await passed({ project, sync: true }))).toBe(true);
    expect((await admin.patch(taskPath, { sampleRate: null })).body).toMatchObject({
      sampleRate: null,
    });
    expect((await admin.patch(path, { sampleRate: null })).status).toBe(200);
    expect(await isSample(await passed({ project, task: 'Reply' }))).toBe(false);
  }
});

test('samples submissions under a previous project name at the rate of the project', async () => {
  const { name: project, path } = await aProject(1);
  await admin.patch(path, { name: uniqueName('Renamed') });

  expect(await isSample(await passed({ project }))).toBe(true);
});

describe('a sample rate', () => {
  test.each([-0.1, 1.5, 5, '0.5'])('of %j is 400 with its field', async (sampleRate) => {
    const { path } = await aProject(0);
    for (const answer of [
      await admin.post('/api/projects', { name: uniqueName('Refused'), sampleRate }),
      await admin.patch(path, { sampleRate }),
      await admin.post(`${path}/tasks`, { name: 'Refused', sampleRate }),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', fields: { sampleRate: expect.any(String) } },
      });
    }
    expect((await admin.get(`${path}/tasks`)).text).toBe('[]');
  });
});
