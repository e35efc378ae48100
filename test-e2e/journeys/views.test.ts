import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { type Client, signIn } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs, makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let automation: Client;

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Views');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, admin);
}, 60_000);

afterAll(async () => {
  await system.stop();
});

async function aReviewer() {
  return joinAs(system, 'reviewer', admin);
}

interface ViewBody {
  readonly name: string;
  readonly faults: Record<string, string>;
  readonly count: number | null;
}

async function viewsOf(client: Client): Promise<ViewBody[]> {
  const { text } = await client.get('/api/views?counts=true');
  return JSON.parse(text) as ViewBody[];
}

test('a manager can share a view with its count, and a removed member loses their own views', async () => {
  const project = uniqueName('Views');
  const { id } = await submit(automation, { project, output: 'Fine?', requireApproval: true });
  await awaitVerdict(automation, id);
  const { client: ben, email, password } = await aReviewer();
  const query = new URLSearchParams({ project, order: 'deadline' }).toString();

  const shared = { name: 'Our project', page: 'queue', query, isShared: true };
  expect((await admin.post('/api/views', shared)).status).toBe(201);
  expect(await ben.post('/api/views', shared)).toMatchObject({ status: 403 });
  await ben.post('/api/views', { ...shared, name: 'Mine', isShared: false });

  await eventually(async () =>
    expect(await viewsOf(ben)).toMatchObject([
      { name: 'Our project', isShared: true, count: 1, faults: {} },
      { name: 'Mine', isShared: false, count: 1, faults: {} },
    ]),
  );
  expect(await viewsOf(admin)).toMatchObject([{ name: 'Our project' }]);
  const people = JSON.parse((await admin.get('/api/people')).text) as {
    userId: string;
    email: string;
  }[];
  const { userId } = people.find((each) => each.email === email)!;
  expect((await admin.delete(`/api/members/${userId}`)).status).toBe(200);
  const { body: invited } = await admin.post('/api/members/invitations', { role: 'reviewer' });
  const joined = await ben.post(`/api/invitations/${String(invited['token'])}/accept`);
  expect(joined.status).toBe(200);
  const back = await signIn(system.url, email, password);
  await eventually(async () =>
    expect(await viewsOf(back)).toMatchObject([{ name: 'Our project' }]),
  );
});

test('a view of a deleted project lists its faults and can be repaired, and an unknown filter is refused', async () => {
  const { client: ben } = await aReviewer();
  const name = uniqueName('Short-lived');
  const { body: project } = await admin.post('/api/projects', { name });
  const projectId = String(project['id']);
  const query = new URLSearchParams({ project: projectId, status: 'error' }).toString();
  const view = { name: 'Errors', page: 'outputs', query };
  const { body: made } = await ben.post('/api/views', view);
  const path = `/api/views/${String(made['id'])}`;

  expect((await admin.delete(`/api/projects/${projectId}`)).status).toBe(200);
  await eventually(async () =>
    expect((await viewsOf(ben)).find((each) => each.name === 'Errors')).toMatchObject({
      faults: { project: `There is no project ${projectId} any more.` },
      count: null,
    }),
  );
  const refused = [
    await ben.patch(path, { query: 'colour=red' }),
    await ben.post('/api/views', { ...view, name: 'New', query: 'colour=red' }),
  ];
  const mended = await ben.patch(path, { query: 'status=error' });

  const fields = { query: 'colour: There is no such filter.' };
  expect(refused).toMatchObject([
    { status: 400, body: { code: 'VALIDATION_FAILED', fields } },
    { status: 400, body: { code: 'VALIDATION_FAILED', fields } },
  ]);
  expect(mended).toMatchObject({ status: 200, body: { query: 'status=error', faults: {} } });
});
