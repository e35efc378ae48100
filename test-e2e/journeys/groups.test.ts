import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { type Client, signIn } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs, makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let automation: Client;

beforeAll(async () => {
  system = await startSystem({ SIGN_UP: 'open' });
  const workspaceName = uniqueName('Grouped');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, admin);
}, 60_000);

afterAll(async () => {
  await system.stop();
});

test('a group gets work, one of its people takes it, and it comes back when that one may not decide', async () => {
  const project = uniqueName('Groups');
  const { id } = await submit(automation, { project, output: 'Fine?', requireApproval: true });
  await awaitVerdict(automation, id);
  const { email, password } = await joinAs(system, 'reviewer', admin);
  const ben = await signIn(system.url, email, password);
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
