import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
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
let manager: Client;
let automation: Client;
let receiver: WebhookReceiver | undefined;

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Shadowed');
  manager = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, manager);
}, 60_000);

afterEach(async () => {
  await receiver?.[Symbol.asyncDispose]();
  receiver = undefined;
});

afterAll(() => system.stop());

interface Applied {
  readonly ruleId: string;
  readonly outcome: string;
  readonly summary: string | null;
  readonly shadow: boolean;
}

async function addRule(fields: JsonObject): Promise<string> {
  const rule = { name: 'No promises', type: 'keyword_forbidden', value: 'promise', ...fields };
  const answer = await manager.post('/api/rules', rule);
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

async function appliedOf(id: string): Promise<readonly Applied[]> {
  return (await automation.get(`/api/logs/${id}`)).body['appliedRules'] as Applied[];
}

/** Waits until shadow rules have been applied to an output. */
const shadowsOf = (id: string): Promise<readonly Applied[]> =>
  eventually(async () => {
    const shadows = (await appliedOf(id)).filter(({ shadow }) => shadow);
    expect(shadows).not.toEqual([]);
    return shadows;
  }, 30_000);

test('a shadow rule records its result without holding, counting or delivering anything', async () => {
  receiver = await startWebhookReceiver(undefined, system.receiverHost);
  const project = uniqueName('Letters');
  const live = await addRule({ projectName: project, value: 'guarantee', name: 'No guarantees' });
  const shadow = await addRule({ projectName: project, mode: 'shadow' });
  const output = 'We promise.';

  const { id, answer } = await submit(automation, {
    ...{ project, output, sync: true, callbackUrl: receiver.url },
    ...{ respondBy: 'PT1S', onDeadline: 'reject' },
  });

  const verdict = { verdict: 'pass', status: 'pass', confidenceScore: 1 };
  expect(answer).toMatchObject({
    status: 200,
    body: { ...verdict, explanation: 'All 1 rules passed.' },
  });
  expect(await shadowsOf(id)).toMatchObject([
    { ruleId: shadow, outcome: 'failed', summary: expect.stringContaining('“promise”') },
  ]);
  expect((await appliedOf(id)).filter((rule) => !rule.shadow)).toMatchObject([
    { ruleId: live, outcome: 'passed' },
  ]);
  const status = await automation.get(`/api/logs/${id}/status`);
  expect(status.body).toMatchObject({ ...verdict, settled: true, humanDecision: null });
  const { body: timeline } = await automation.get(`/api/logs/${id}/timeline`);
  const stages = (timeline['events'] as { stage: string }[]).map(({ stage }) => stage);
  expect(stages.slice(0, 3)).toEqual(['accepted', 'queued', 'evaluated']);
  const counts = { totalRuns: 1, failuresDetected: 0, pendingReviews: 0, successRate: 1 };
  expect(await search(automation, { project })).toMatchObject({ summary: counts });
  for (const query of [{ ruleId: shadow }, { project, ruleOutcome: 'failed' }]) {
    expect(await search(automation, query)).toMatchObject({ total: 0 });
  }
  const { calls } = receiver;
  // The decision is delivered after all earlier events of the output.
  await manager.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await eventually(() => expect(calls.at(-1)?.body).toMatchObject({ event: 'approved' }), 20_000);
  const passed = { id, event: 'pass', explanation: 'All 1 rules passed.' };
  expect(calls.map(({ body }) => body['event'])).toEqual(['pass', 'approved']);
  expect(calls[0]?.body).toMatchObject(passed);
  expect(calls.map(({ text }) => text).join()).not.toContain('“promise”');
}, 90_000);

test('a rule changes between shadow, live and off by its mode, from the response on', async () => {
  const project = uniqueName('Letters');
  const path = `/api/rules/${await addRule({ projectName: project, mode: 'shadow' })}`;
  const submitNow = () => submit(automation, { project, output: 'We promise.', sync: true });

  const first = await submitNow();
  expect(await manager.patch(path, { mode: 'live' })).toMatchObject({
    status: 200,
    body: { mode: 'live', isActive: true, version: 2 },
  });
  const second = await submitNow();
  await manager.patch(path, { mode: 'off' });
  const third = await submitNow();

  expect(first.answer.body).toMatchObject({ verdict: 'pass', explanation: 'No rules apply.' });
  expect(second.answer.body).toMatchObject({ verdict: 'fail', status: 'flagged' });
  expect(third.answer.body).toMatchObject({ verdict: 'pass' });
  expect(await shadowsOf(first.id)).toMatchObject([{ outcome: 'failed', ruleVersion: 1 }]);
  expect(await appliedOf(second.id)).toMatchObject([{ outcome: 'failed', shadow: false }]);
  expect(await appliedOf(third.id)).toEqual([]);
  const mismatch = await manager.patch(path, { mode: 'shadow', isActive: false, shadowRate: 2 });
  expect(mismatch).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect((await manager.get(path)).body).toMatchObject({ mode: 'off', version: 3 });
}, 60_000);

test('another evaluation has separate shadow results, and a deletion deletes them', async () => {
  const project = uniqueName('Letters');
  const path = `/api/rules/${await addRule({ projectName: project, mode: 'shadow' })}`;
  const { id } = await submit(automation, { project, output: 'We promise.' });
  await awaitVerdict(automation, id);
  expect(await shadowsOf(id)).toMatchObject([{ outcome: 'failed' }]);
  await manager.patch(path, { value: 'swear' });

  expect((await manager.post(`/api/logs/${id}/evaluate`)).status).toBe(202);
  await awaitVerdict(automation, id);

  expect(await shadowsOf(id)).toMatchObject([{ outcome: 'passed', ruleVersion: 2 }]);
  expect((await manager.delete(`/api/logs/${id}`)).status).toBe(200);
  expect((await automation.get(`/api/logs/${id}`)).status).toBe(404);
}, 60_000);

test('a dry run of the rules of a project excludes shadow rules', async () => {
  const project = uniqueName('Letters');
  await addRule({ projectName: project, mode: 'shadow' });

  const tried = await manager.post('/api/rules/evaluate', { project, output: 'We promise.' });

  expect(tried).toMatchObject({ status: 200, body: { verdict: 'pass', appliedRules: [] } });
});
