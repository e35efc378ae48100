import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs, makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let automation: Client;

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Grouped');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, admin);
}, 60_000);

afterAll(async () => {
  await system.stop();
});

test('a group is assigned work, a member takes it, and it returns to the group when the member loses the role', async () => {
  const project = uniqueName('Groups');
  const { id } = await submit(automation, { project, output: 'Fine?', requireApproval: true });
  await awaitVerdict(automation, id);
  const { email, client: ben } = await joinAs(system, 'reviewer', admin);
  const people = (await ben.get('/api/people')).body as unknown as Record<string, string>[];
  const userId = String(people.find((each) => each['email'] === email)?.['userId']);
  const make = async (name: string, userIds: string[]) =>
    String((await admin.post('/api/groups', { name, userIds })).body['id']);
  const [claims, cases] = [await make('Claims', [userId]), await make('Cases', [])];
  const assigned = (kind: string, to: string) =>
    eventually(async () =>
      expect((await admin.get(`/api/logs/${id}`)).body).toMatchObject({
        assignee: { kind, id: to },
      }),
    );

  await admin.patch(`/api/logs/${id}/assignee`, { groupId: claims });
  expect((await search(ben, { project, assignee: 'me' }))['executions']).toMatchObject([{ id }]);
  expect((await ben.patch(`/api/logs/${id}/assignee`, { userId })).status).toBe(200);
  await assigned('user', userId);
  await admin.patch(`/api/members/${userId}`, { role: 'viewer' });
  await assigned('group', claims);

  const held = await admin.delete(`/api/groups/${claims}`);
  expect(held).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((await admin.delete(`/api/groups/${claims}?moveTo=${cases}`)).status).toBe(200);
  await assigned('group', cases);
});

test('flagged outputs go to the group of their task, and to the escalation group at their deadline', async () => {
  const { ids, project } = await routedProject();
  const flagged = { project, requireApproval: true };
  const { id } = await submit(automation, { ...flagged, output: 'Fine?', task: 'Refunds' });
  const { id: late } = await submit(automation, {
    ...{ ...flagged, output: 'In time?', respondBy: 'PT1S', onDeadline: 'escalate' },
  });
  const assigned = (output: string, groupId: string) =>
    eventually(async () =>
      expect((await admin.get(`/api/logs/${output}`)).body).toMatchObject({
        ...{ status: 'flagged', assignee: { kind: 'group', id: groupId } },
      }),
    );
  await assigned(id, ids.refunds);
  await assigned(late, ids.bosses);

  const { id: passed } = await submit(automation, { project, output: 'Fine.' });
  await awaitVerdict(automation, passed);
  expect((await admin.get(`/api/logs/${passed}`)).body).toMatchObject({ assignee: null });
  expect((await admin.patch(`/api/logs/${passed}/status`, { status: 'flagged' })).status).toBe(200);
  await assigned(passed, ids.claims);
});

/** Creates a project with a task, each with separate groups. */
async function routedProject() {
  const make = async (path: string, body: object) => {
    const made = await admin.post(path, body);
    expect(made.status).toBe(201);
    return String(made.body['id']);
  };
  const group = (name: string) => make('/api/groups', { name: uniqueName(name) });
  const ids = {
    claims: await group('Claims'),
    refunds: await group('Refunds'),
    bosses: await group('Bosses'),
  };
  const project = uniqueName('Routed');
  const groups = { reviewGroupId: ids.claims, escalationGroupId: ids.bosses };
  const projectId = await make('/api/projects', { name: project, ...groups });
  const task = { name: 'Refunds', reviewGroupId: ids.refunds };
  await make(`/api/projects/${projectId}/tasks`, task);
  const wrong = await admin.patch(`/api/projects/${projectId}`, { reviewGroupId: 'unknown' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  return { ids, project };
}
