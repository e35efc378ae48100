import { beforeAll, expect, test } from '@jest/globals';
import { namesWorkspace, type Operation, OPERATIONS } from '@output-review/contracts';
import type { ApiClient } from '@output-review/runtime/testing';

import { useTestGateway } from '../../test/start-test-gateway.ts';
import { addUser, join, signInAs } from '../../test/people/test-user.ts';

const system = useTestGateway();
let session: ApiClient;

beforeAll(async () => {
  const eve = await addUser(system, 'eve');
  await join(system, eve, { workspaceId: 'first', role: 'admin' });
  await join(system, eve, { workspaceId: 'second', role: 'admin' });
  // Two tabs share a session, and the other tab has switched it.
  session = await signInAs(system, eve);
  await session.post('/api/workspaces/switch', { workspaceId: 'second' });
});

const inFirst = { 'x-workspace': 'first' };

const writes: readonly Operation[] = OPERATIONS.filter(namesWorkspace);

test.each(writes.map(({ id, method, path }) => [id, method, path] as const))(
  '%s does nothing when it names the workspace that the session has left',
  async (_, method, path) => {
    const before = await workspacesOf();

    const answer = await session.request(method, path.replaceAll(/\{[^{}]+\}/g, 'second'), {
      ...{ headers: inFirst, body: { name: 'second', confirm: true } },
    });

    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'WORKSPACE_CHANGED', error: expect.any(String), fields: {} },
    });
    expect(await workspacesOf()).toEqual(before);
    expect(system.peers.review.received).toEqual([]);
  },
);

test('applies a write that names the workspace of the session or none', async () => {
  for (const headers of [{ 'x-workspace': 'second' }, { 'x-workspace': '' }, {}]) {
    const name = `Named ${JSON.stringify(headers)}`;
    expect((await session.post('/api/projects', { name }, headers)).status).toBe(201);
  }
  for (const named of ['first', 'second, first', 'unknown', 'SECOND']) {
    const answer = await session.post('/api/projects', { name: named }, { 'x-workspace': named });
    expect(answer).toMatchObject({ status: 409, body: { code: 'WORKSPACE_CHANGED' } });
  }
  const { rows } = await system.sql.query('SELECT DISTINCT workspace_id FROM projects');
  expect(rows).toEqual([{ workspace_id: 'second' }]);
});

test('refuses a write that names another user, and applies one that names the current user or none', async () => {
  const { body } = await session.get('/api/auth/get-session');
  const { user, workspace } = body as { user: { id: string }; workspace: { id: string } };
  for (const named of ['somebody-else', `${user.id}, x`]) {
    const headers = { 'x-workspace': workspace.id, 'x-user': named };
    const answer = await session.post('/api/projects', { name: named }, headers);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'WORKSPACE_CHANGED', error: expect.stringContaining('Somebody else') },
    });
    // Lets a page tell this case from a switch of workspace.
    expect(answer.headers.get('x-workspace')).toBe(workspace.id);
    const read = await session.get('/api/projects', headers);
    expect(read.status).toBe(200);
    expect(read.headers.get('x-user')).toBe(user.id);
  }
  for (const named of [user.id, '']) {
    const answer = await session.post(
      '/api/projects',
      { name: `By ${named}` },
      { 'x-user': named },
    );
    expect(answer.status).toBe(201);
  }
});

test('reports a changed workspace before a missing role', async () => {
  const max = await addUser(system, 'max');
  await join(system, max, { workspaceId: 'first', role: 'viewer' });
  const his = await signInAs(system, max);

  const answer = await his.post('/api/projects', { name: 'P' }, { 'x-workspace': 'second' });

  expect(answer).toMatchObject({ status: 409, body: { code: 'WORKSPACE_CHANGED' } });
});

test('a read names its workspace and person, and a page of the former workspace can switch back', async () => {
  const read = await session.get('/api/projects', inFirst);
  const lost = await session.get('/api/rules/unknown', inFirst);
  const back = await session.post('/api/workspaces/switch', { workspaceId: 'first' }, inFirst);
  const again = await session.get('/api/projects');

  expect(read).toMatchObject({ status: 200 });
  for (const answer of [read, lost]) expect(answer.headers.get('x-workspace')).toBe('second');
  expect(back).toMatchObject({ status: 200, body: { ok: true } });
  expect(again.headers.get('x-workspace')).toBe('first');
});

test('a token acts in its own workspace, regardless of the header', async () => {
  const answer = await system.tokenApi.post('/api/logs', { project: 'P', output: 'text' }, inFirst);

  expect(answer.status).toBe(202);
  for (const name of ['x-workspace', 'x-user']) expect(answer.headers.get(name)).toBeNull();
});

async function workspacesOf(): Promise<unknown> {
  const { rows } = await system.sql.query(
    `SELECT workspaces.*, (SELECT count(*) FROM members WHERE workspace_id = workspaces.id) AS members,
       (SELECT count(*) FROM tokens WHERE workspace_id = workspaces.id) AS tokens,
       (SELECT count(*) FROM session) AS sessions
     FROM workspaces ORDER BY id`,
  );
  return rows;
}
