import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { type Client, makeClient } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { queryOnce } from '../harness/process.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

let system: EmbeddedSystem;
let other: Client;

beforeAll(async () => {
  system = await startEmbeddedSystem();
  other = await makeWorkspace();
}, 60_000);

afterAll(() => system.stop());

test('two workspaces can use the same IDs and names without seeing each other', async () => {
  const project = uniqueName('Shared name');
  const id = `order-${randomUUID()}`;
  const admin = await system.signIn();
  await admin.post('/api/rules', {
    name: 'Ours alone',
    type: 'keyword_forbidden',
    value: 'refund',
    projectName: project,
  });

  await submit(system.automation, { project, id, output: 'Our refund.' });
  await submit(other, { project, id, output: 'Their refund.' });

  expect((await awaitVerdict(system.automation, id)).body['status']).toBe('flagged');
  expect((await awaitVerdict(other, id)).body['status']).toBe('pass');
  const ours = await system.automation.get(`/api/logs/${id}`);
  const theirs = await other.get(`/api/logs/${id}`);
  expect(ours.body).toMatchObject({ id, output: 'Our refund.' });
  expect(theirs.body).toMatchObject({ id, output: 'Their refund.' });
  expect(ours.body['projectId']).not.toBe(theirs.body['projectId']);

  expect((await admin.delete(`/api/logs/${id}`)).status).toBe(200);
  expect((await other.get(`/api/logs/${id}`)).body).toEqual(theirs.body);
});

test("another workspace's output is not found by any operation", async () => {
  const { id } = await submit(system.automation, { project: uniqueName('Ours'), output: 'a' });
  await awaitVerdict(system.automation, id);
  const before = await system.automation.get(`/api/logs/${id}`);

  const answers = await Promise.all([
    other.get(`/api/logs/${id}`),
    other.get(`/api/logs/${id}/status`),
    other.get(`/api/logs/${id}/timeline`),
    other.patch(`/api/logs/${id}`, { tags: ['theirs'] }),
    other.patch(`/api/logs/${id}/status`, { status: 'flagged' }),
    other.patch(`/api/logs/${id}/decision`, { decision: 'approved' }),
  ]);
  const revision = await other.post('/api/logs', { project: 'x', output: 'b', revisionOf: id });

  expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
    answers.map(() => [404, 'NOT_FOUND']),
  );
  expect(revision).toMatchObject({ status: 404, body: { code: 'REVISION_NOT_FOUND' } });
  expect(await search(other, { q: 'Ours' })).toMatchObject({ total: 0 });
  expect((await system.automation.get(`/api/logs/${id}`)).body).toEqual(before.body);
});

/** Creates a second workspace with a token in the database. */
async function makeWorkspace(): Promise<Client> {
  const token = `wh-${randomBytes(32).toString('base64url')}`;
  const url = system.embedded.databaseUrlOf('gateway');
  await queryOnce(
    url,
    `INSERT INTO gateway.workspaces (id, name, created_at) VALUES ('other', 'Other', now())`,
  );
  await queryOnce(
    url,
    `INSERT INTO gateway.tokens (id, workspace_id, hash, hint, scopes, created_at)
     VALUES ('other', 'other', $1, 'hint', '{submit,read,decide}', now())`,
    [createHash('sha256').update(token).digest()],
  );
  return makeClient(system.url, { authorization: `Bearer ${token}` });
}
