import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let reviewer: Client;

beforeAll(async () => {
  system = await startSystem();
  reviewer = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

test('a reviewer finds a flagged output, decides it, and it is settled', async () => {
  const project = uniqueName('Letters');
  await reviewer.post('/api/rules', {
    name: 'Signed',
    type: 'keyword_required',
    value: 'Yours',
    projectName: project,
  });
  const { id } = await submit(system.automation, { project, output: 'Goodbye.' });
  await awaitVerdict(system.automation, id);

  expect(await search(reviewer, { project, pending: 'true' })).toMatchObject({
    executions: [{ id, status: 'flagged' }],
    summary: { pendingReviews: 1 },
  });
  const decided = await reviewer.patch(`/api/logs/${id}/decision`, {
    decision: 'rejected',
    comment: 'Sign it.',
  });

  expect(decided).toMatchObject({ status: 200, body: { ok: true, id, humanDecision: 'rejected' } });
  expect(await search(reviewer, { project, pending: 'true' })).toMatchObject({ total: 0 });
  const { body } = await system.automation.get(`/api/logs/${id}`);
  expect(body).toMatchObject({
    status: 'flagged',
    humanDecision: 'rejected',
    comment: 'Sign it.',
    decidedBy: system.email,
    decisionSource: 'dashboard',
    appliedRules: [{ ruleName: 'Signed', outcome: 'failed' }],
  });
});

test('a project and a task are found by their new names as soon as a rename is answered', async () => {
  const project = uniqueName('Before');
  const { id } = await submit(system.automation, { project, task: 'old', output: 'Goodbye.' });
  await awaitVerdict(system.automation, id);
  const { body: output } = await reviewer.get(`/api/logs/${id}`);
  const path = `/api/projects/${String(output['projectId'])}`;
  const { body: tasks } = await reviewer.get(`${path}/tasks`);
  const [task] = tasks as unknown as [{ id: string }];
  const names = { projectName: uniqueName('After'), taskName: 'new' };
  const found = { total: 1, executions: [{ id, ...names }] };

  expect((await reviewer.patch(`${path}/tasks/${task.id}`, { name: 'new' })).status).toBe(200);
  expect(await search(reviewer, { project, task: 'new' })).toMatchObject({ total: 1 });
  expect((await reviewer.patch(path, { name: names.projectName })).status).toBe(200);
  expect(await search(reviewer, { project: names.projectName, task: 'new' })).toMatchObject(found);
  expect(await search(reviewer, { project, task: 'old' })).toMatchObject(found);
});

test('held outputs of one task have excerpts of their texts and a stage for being held', async () => {
  const project = uniqueName('Held');
  const said = ['Dear Ada,\n\nyour lamp is sent.', '{\n  "refund": 20\n}'];
  for (const output of said) {
    const given = { project, task: 'reply', output, requireApproval: true };
    const { id } = await submit(system.automation, given);
    await awaitVerdict(system.automation, id);
    const { body } = await reviewer.get(`/api/logs/${id}/timeline`);
    const stages = [{ stage: 'accepted' }, { stage: 'queued' }, { stage: 'evaluated' }];
    const held = { stage: 'flagged', actor: null, detail: 'Held for approval' };
    expect(body).toMatchObject({ id, events: [...stages, held] });
  }

  const fields = 'excerpt,explanation';
  expect(await search(reviewer, { project, sortDir: 'asc', fields })).toMatchObject({
    executions: [{ excerpt: 'Dear Ada, your lamp is sent.' }, { excerpt: '{ "refund": 20 }' }],
  });
});

test('a flag clears the decision and returns the output to the queue', async () => {
  const project = uniqueName('Second thoughts');
  const { id } = await submit(system.automation, { project, output: 'Fine.' });
  await awaitVerdict(system.automation, id);
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  const flagged = await system.automation.patch(`/api/logs/${id}/status`, {
    status: 'flagged',
    reason: 'The customer complained.',
  });

  expect(flagged).toMatchObject({ status: 200, body: { ok: true, id, status: 'flagged' } });
  const { body } = await reviewer.get(`/api/logs/${id}`);
  expect(body).toMatchObject({ status: 'flagged', humanDecision: null });
  expect(body['explanation']).toMatch(/^The customer complained\./);
  expect(body['decisions']).toMatchObject([
    { decision: 'approved', clearedAt: expect.any(String) },
  ]);
});

test('an action that requires approval waits for a person', async () => {
  const { id } = await submit(system.automation, {
    project: uniqueName('Payments'),
    action: { name: 'pay', summary: 'Pay 20 EUR to Ada', params: { amount: 20 } },
    requireApproval: true,
  });

  const { body } = await awaitVerdict(system.automation, id);
  expect(body).toMatchObject({ status: 'flagged', verdict: 'pass', humanDecision: null });

  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  const settled = await system.automation.get(`/api/logs/${id}/status`);
  expect(settled.body['humanDecision']).toBe('approved');
});

test('a bulk approval skips outputs that cannot be approved and lists the reasons', async () => {
  const project = uniqueName('Bulk');
  const ids = await submitMany(project, 5);
  await reviewer.patch(`/api/logs/${ids[0]!}/decision`, { decision: 'rejected' });

  const answer = await reviewer.patch('/api/logs/bulk', {
    ids: [...ids, 'no-such-output'],
    action: 'approve',
  });

  expect(answer).toMatchObject({ status: 200, body: { ok: true, count: 4 } });
  expect(answer.body['skipped']).toEqual(
    expect.arrayContaining([
      { id: ids[0], code: 'ALREADY_DECIDED' },
      { id: 'no-such-output', code: 'NOT_FOUND' },
    ]),
  );
  expect(await search(reviewer, { project, humanDecision: 'approved' })).toMatchObject({
    total: 4,
  });
});

test('a deleted output is gone at once, and its ID cannot be reused', async () => {
  const project = uniqueName('Gone');
  const [single, ...others] = (await submitMany(project, 3)) as [string, ...string[]];

  expect(await reviewer.delete(`/api/logs/${single}`)).toMatchObject({ body: { ok: true } });
  const bulk = await reviewer.patch('/api/logs/bulk', { ids: others, action: 'delete' });

  expect(bulk.body).toMatchObject({ ok: true, count: 2 });
  for (const id of [single, ...others]) {
    expect((await reviewer.get(`/api/logs/${id}`)).status).toBe(404);
    expect((await reviewer.get(`/api/logs/${id}/timeline`)).status).toBe(404);
  }
  expect(await search(reviewer, { project })).toMatchObject({ total: 0 });
  const again = await system.automation.post('/api/logs', { project, id: single, output: 'a' });
  expect(again).toMatchObject({ status: 409, body: { code: 'ID_CONFLICT' } });
});

async function submitMany(project: string, count: number): Promise<string[]> {
  const submitted = await Promise.all(
    Array.from({ length: count }, (_, n) => submit(system.automation, { project, output: `${n}` })),
  );
  const ids = submitted.map(({ id }) => id);
  await Promise.all(ids.map((id) => awaitVerdict(system.automation, id)));
  return ids;
}
