import { randomBytes } from 'node:crypto';

import { beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { ALL_CONNECTIONS, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { collectEvents, invite, makeTeam } from '../../test/people/team.ts';
import { endedWorkspaces } from './erasure.ts';

const system = useTestGateway({ ...ALL_CONNECTIONS, rateLimitPerMinute: 0, eraseEveryMs: 50 });
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(() => {
  eventsOf = collectEvents(system);
});

async function nameOf(workspaceId: string): Promise<string> {
  const { rows } = await system.sql.query<{ name: string }>(
    'SELECT name FROM workspaces WHERE id = $1',
    [workspaceId],
  );
  return rows[0]?.name ?? '';
}

const countOf = async (table: string, workspaceId: string): Promise<number> =>
  (await system.sql.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [workspaceId]))
    .rowCount ?? 0;

/** Adds a token to a workspace. Returns a function that submits with it. */
async function addToken(workspaceId: string) {
  const token = `wh-${randomBytes(32).toString('base64url')}`;
  await system.sql.query(
    `INSERT INTO tokens (id, workspace_id, name, hash, hint, scopes, created_at)
     VALUES ($1, $2, 'a', sha256($3), 'aaaa', '{submit,read}', now())`,
    [`token of ${workspaceId}`, workspaceId, Buffer.from(token)],
  );
  const api = system.api.with({ authorization: `Bearer ${token}` });
  return () => api.post('/api/logs', { project: 'Support', task: 'Letters', output: 'text' });
}

test('submissions during an erasure are accepted before it or refused after it, and all data is erased', async () => {
  const { workspaceId, ann } = await makeTeam(system, 'viewer');
  const submit = await addToken(workspaceId);
  await invite(ann.api, { role: 'viewer' });
  expect((await submit()).status).toBe(202);
  const name = await nameOf(workspaceId);

  const submitting = Array.from({ length: 100 }, submit);
  const erased = await ann.api.delete(`/api/workspaces/${workspaceId}`, { name });
  const late = await Promise.all(Array.from({ length: 100 }, submit));
  const answers = await Promise.all(submitting);

  expect(erased).toMatchObject({ status: 200, body: { ok: true } });
  expect(answers.filter(({ status }) => status !== 202 && status !== 401)).toEqual([]);
  expect(late.map(({ status }) => status)).toEqual(Array(100).fill(401));
  expect((await ann.api.get('/api/projects')).status).toBe(401);
  await eventually(() =>
    expect(eventsOf(workspaceId, TOPICS.workspacesChanged)).toMatchObject([
      { workspaceId, name: '', deleted: true },
    ]),
  );
  await eventually(async () => {
    for (const table of ['submissions', 'submission_outbox', 'projects', 'task_names', 'tokens']) {
      expect([table, await countOf(table, workspaceId)]).toEqual([table, 0]);
    }
  }, 20_000);
  expect(await countOf('invitations', workspaceId)).toBe(0);
});

const endLongAgo = (workspaceId: string) =>
  system.sql.query(
    `UPDATE workspaces SET deleted_at = now() - interval '2 minutes' WHERE id = $1`,
    [workspaceId],
  );

async function isDeleted(workspaceId: string): Promise<boolean> {
  const { rowCount } = await system.sql.query('SELECT FROM workspaces WHERE id = $1', [
    workspaceId,
  ]);
  return rowCount === 0;
}

test('rows that a relay holds locked during an erasure are erased after their release', async () => {
  const { workspaceId, ann } = await makeTeam(system, 'viewer');
  const next = await makeTeam(system, 'viewer');
  await (
    await addToken(workspaceId)
  )();
  await using relay = await holdUnsent(workspaceId);

  for (const [id, api] of [
    [workspaceId, ann.api] as const,
    [next.workspaceId, next.ann.api] as const,
  ]) {
    await api.delete(`/api/workspaces/${id}`, { name: await nameOf(id) });
    await endLongAgo(id);
  }
  await eventually(async () => {
    expect(await countOf('submissions', workspaceId)).toBe(0);
    expect(await isDeleted(next.workspaceId)).toBe(true);
  }, 20_000);
  await relay.release();

  await eventually(async () => {
    expect(await countOf('submission_outbox', workspaceId)).toBe(0);
    expect(await isDeleted(workspaceId)).toBe(true);
  }, 20_000);
});

/** Locks the unsent rows of a workspace, as a relay does when it claims them. The claim stays. */
async function holdUnsent(workspaceId: string) {
  await eventually(async () => expect(await countOf('submission_outbox', workspaceId)).toBe(0));
  await system.sql.query(
    `INSERT INTO submission_outbox (workspace_id, id, claimed_until)
     SELECT workspace_id, id, now() + interval '1 hour' FROM submissions WHERE workspace_id = $1`,
    [workspaceId],
  );
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM submission_outbox WHERE workspace_id = $1 FOR UPDATE', [
    workspaceId,
  ]);
  return {
    release: () => client.query('ROLLBACK'),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

test('deletes the row of the workspace when nothing can be inserted any more', async () => {
  const { workspaceId, ann } = await makeTeam(system, 'viewer');
  await ann.api.delete(`/api/workspaces/${workspaceId}`, { name: await nameOf(workspaceId) });
  await eventually(async () => {
    const sql = 'SELECT FROM outbox WHERE key = $1';
    expect((await system.sql.query(sql, [workspaceId])).rowCount).toBe(0);
  });
  await endedWorkspaces(system.sql).checked(workspaceId);
  expect(await isDeleted(workspaceId)).toBe(false);

  await endLongAgo(workspaceId);

  await eventually(async () => expect(await isDeleted(workspaceId)).toBe(true), 20_000);
});

test('an erasure requires an admin, the current workspace and its name; one of two concurrent calls succeeds', async () => {
  const { workspaceId, ann, ben } = await makeTeam(system, 'admin');
  const { ben: viewer, workspaceId: other } = await makeTeam(system, 'viewer');
  const name = await nameOf(workspaceId);
  const path = `/api/workspaces/${workspaceId}`;

  expect((await viewer.api.delete(`/api/workspaces/${other}`, { name })).status).toBe(403);
  expect((await viewer.api.delete(path, { name })).status).toBe(403);
  expect((await system.tokenApi.delete(path, { name })).status).toBe(401);
  expect((await ann.api.delete(`/api/workspaces/${other}`, { name })).status).toBe(404);
  for (const wrong of [{ name: `${name}.` }, {}]) {
    expect(await ann.api.delete(path, wrong)).toMatchObject({
      ...{ status: 400, body: { code: 'VALIDATION_FAILED', fields: { name: expect.any(String) } } },
    });
  }
  const answers = await Promise.all([ann, ben].map(({ api }) => api.delete(path, { name })));

  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  // Depends on whether the other call arrived before or after the members were deleted.
  expect([401, 403, 404]).toContain(statuses[1]);
});
