import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs, makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { addReviewers, clearQueue, waitingIn } from '../harness/reviewers.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let automation: Client;

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Claimed');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, admin);
}, 60_000);

afterAll(async () => {
  await system.stop();
});

async function aWaiting(project = uniqueName('Claims')): Promise<string> {
  const { id } = await submit(automation, { project, output: 'Fine?', requireApproval: true });
  await awaitVerdict(automation, id);
  return id;
}

test('two reviewers of one queue get different outputs, and a claim ends with the role', async () => {
  const project = uniqueName('Claims');
  const [first, second] = [await aWaiting(project), await aWaiting(project)];
  const { email, client: ben } = await joinAs(system, 'reviewer', admin);

  expect(await ben.post(`/api/logs/${first}/claim`)).toMatchObject({
    ...{ status: 200, body: { claimedBy: email } },
  });
  const left = await search(admin, { project, pending: 'true', claimedBy: 'none' });
  const refused = await admin.patch(`/api/logs/${first}/decision`, { decision: 'approved' });
  const many = await admin.patch('/api/logs/bulk', { ids: [first, second], action: 'approve' });

  expect(left['executions']).toMatchObject([{ id: second, claimedBy: null, claimedUntil: null }]);
  expect(refused).toMatchObject({ status: 409, body: { code: 'CLAIMED', claimedBy: email } });
  expect(many.body).toMatchObject({ count: 1, skipped: [{ id: first, code: 'CLAIMED' }] });
  const people = await ben.get('/api/people');
  const member = (people.body as unknown as { userId: string; email: string }[]).find(
    (each) => each.email === email,
  );
  await admin.patch(`/api/members/${String(member?.userId)}`, { role: 'viewer' });
  await eventually(async () =>
    expect((await admin.get(`/api/logs/${first}`)).body).toMatchObject({ claimedBy: null }),
  );
  expect(await ben.post(`/api/logs/${first}/claim`)).toMatchObject({ status: 403 });
});

test('a person who takes over a claim can decide; an automation can decide despite claims', async () => {
  const [one, other] = [await aWaiting(), await aWaiting()];
  const { client: ben } = await joinAs(system, 'reviewer', admin);
  for (const id of [one, other]) await ben.post(`/api/logs/${id}/claim`);

  const taken = await admin.post(`/api/logs/${one}/claim`, { takeOver: true });
  const late = await ben.patch(`/api/logs/${one}/decision`, { decision: 'rejected' });
  const decided = await admin.patch(`/api/logs/${one}/decision`, { decision: 'approved' });
  const byToken = await automation.patch(`/api/logs/${other}/decision`, { decision: 'approved' });

  expect(taken.status).toBe(200);
  expect(late).toMatchObject({ status: 409, body: { code: 'CLAIMED' } });
  expect([decided.status, byToken.status]).toEqual([200, 200]);
  expect((await admin.get(`/api/logs/${one}`)).body).toMatchObject({
    ...{ humanDecision: 'approved', claimedBy: null, claimedUntil: null },
  });
});

test('ten reviewers clear one queue without deciding an output twice', async () => {
  const project = uniqueName('Claims');
  for (let n = 0; n < 60; n += 1) {
    await submit(automation, { project, output: `Answer ${n}`, requireApproval: true });
  }
  await eventually(async () => expect(await waitingIn(admin, project)).toHaveLength(60));
  const reviewers = await addReviewers(system, admin, 10);
  const ids = await waitingIn(admin, project);

  const queue = { url: system.url, ids, claims: true, lookMs: 20 };
  const { decided, calls } = await clearQueue(reviewers, queue);

  expect(await waitingIn(admin, project)).toEqual([]);
  expect(decided.map(({ id }) => id).sort()).toEqual([...ids].sort());
  // No decision on a claimed output is refused.
  const statuses = calls.filter(({ call }) => call === 'decide').map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(new Set(decided.map(({ by }) => by)).size).toBe(10);
});
