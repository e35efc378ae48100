import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  type AuditRecorded,
  auditRecorded,
  type ProjectsChanged,
  projectsChanged,
} from '@output-review/contracts';
import { type ApiClient, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { collectData } from '../../test/collect-data.ts';
import { createProject, createTask, unique } from '../../test/projects.ts';
import { ADMIN, startTestGateway, useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();
let api: ApiClient;
let changes: ProjectsChanged[];
let audited: AuditRecorded[];

beforeAll(async () => {
  api = await system.signIn();
  changes = collectData(system.bus, projectsChanged);
  audited = collectData(system.bus, auditRecorded);
});

beforeEach(() => {
  system.peers.review.counts = [];
  system.peers.evaluator.inUse.clear();
  system.peers.instructions.inUse.clear();
});

test('deletes an empty project with its tasks, publishes it, and frees its name', async () => {
  const project = await createProject(api, unique('Empty'));
  const task = await createTask(api, project.id, 'Task');

  const answer = await api.delete(`/api/projects/${project.id}`);

  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  expect(system.peers.evaluator.closed).toContain(project.id);
  expect(system.peers.instructions.closed).toContain(project.id);
  expect((await api.get(`/api/projects/${project.id}/tasks`)).status).toBe(404);
  expect((await createProject(api, project.name)).id).not.toBe(project.id);
  await eventually(() => {
    expect(changes).toContainEqual(expect.objectContaining({ id: project.id, deleted: true }));
    expect(changes).toContainEqual(expect.objectContaining({ id: task.id, deleted: true }));
  });
});

test('a project with outputs, rules or instructions stays, and accepts new names immediately', async () => {
  const project = await createProject(api, unique('Full'));
  const task = await createTask(api, project.id, 'Task');
  system.peers.review.counts = [{ projectId: project.id, taskId: task.id, count: 1 }];

  const withOutputs = await api.delete(`/api/projects/${project.id}`);
  const taskWithOutputs = await api.delete(`/api/projects/${project.id}/tasks/${task.id}`);
  system.peers.review.counts = [];
  system.peers.evaluator.inUse.add(project.id);
  const withRules = await api.delete(`/api/projects/${project.id}`);
  system.peers.evaluator.inUse.clear();
  system.peers.instructions.inUse.add(project.id);
  const withInstructions = await api.delete(`/api/projects/${project.id}`);

  expect(withOutputs).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
  expect(taskWithOutputs).toMatchObject({ status: 409, body: { code: 'TASK_NOT_EMPTY' } });
  expect(withRules).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
  expect(withInstructions).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
  expect(system.peers.evaluator.closed).not.toContain(project.id);
  expect(
    await system.resolve({ projectId: project.id, taskName: 'More', create: true }),
  ).toMatchObject({
    taskName: 'More',
  });
});

test('an accepted output that review has not counted yet keeps its project', async () => {
  const name = unique('Just accepted');
  const accepted = await system.tokenApi.post('/api/logs', { project: name, output: 'text' });
  expect(accepted.status).toBe(202);
  const { projectId } = await system.resolve({ projectName: name, create: false });

  const answer = await api.delete(`/api/projects/${projectId}`);

  expect(answer).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
});

test('an output that is being stored when a deletion begins keeps its project', async () => {
  const { id } = await createProject(api, unique('Being stored'));
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN');
  const { rows: begun } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  await client.query(
    `INSERT INTO submissions (
       workspace_id, id, fingerprint, token_id, project_id, accepted_at, is_sync, body)
     SELECT workspace_id, $1, 'f', 't', $1, now(), false, '{}' FROM projects WHERE id = $1`,
    [id],
  );

  const deleting = api.delete(`/api/projects/${id}`);
  await eventually(async () => {
    const { rows } = await system.sql.query(
      `SELECT FROM pg_stat_activity WHERE query LIKE '%SELECT virtualtransaction%'
         AND query_start > $1 AND datname = current_database() AND pid <> pg_backend_pid()`,
      [begun[0]?.at],
    );
    expect(rows).not.toEqual([]);
  });
  await client.query('COMMIT');
  await client.end();

  expect(await deleting).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
});

test('outputs that review has confirmed are counted by review alone', async () => {
  const name = unique('Confirmed');
  await system.tokenApi.post('/api/logs', { project: name, output: 'text' });
  const { projectId } = await system.resolve({ projectName: name, create: false });
  // Review has deleted it since, and the event is on the way.
  await system.sql.query('UPDATE submissions SET body = NULL WHERE project_id = $1', [projectId]);

  expect((await api.delete(`/api/projects/${projectId}`)).status).toBe(200);
});

test('a deletion neither waits for a VACUUM of submissions nor holds up submissions', async () => {
  const { id } = await createProject(api, unique('Vacuumed'));
  const client = new Client(system.connection);
  await client.connect();
  // The lock of VACUUM, ANALYZE and CREATE INDEX CONCURRENTLY.
  await client.query('BEGIN; LOCK TABLE submissions IN SHARE UPDATE EXCLUSIVE MODE');

  const [deleted, submitted] = await Promise.all([
    api.delete(`/api/projects/${id}`),
    system.tokenApi.post('/api/logs', { project: unique('Other'), output: 'text' }),
  ]);

  await client.end();
  expect([deleted.status, submitted.status]).toEqual([200, 202]);
});

test('a project that a killed gateway left closing accepts nothing until the mark is lifted', async () => {
  const project = await createProject(api, unique('Closing'));
  await system.sql.query(
    `UPDATE projects SET closing_id = id, closing_since = now() - interval '2 minutes' WHERE id = $1`,
    [project.id],
  );
  system.peers.evaluator.closed.add(project.id);
  await expect(system.resolve({ projectId: project.id, create: true })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });

  const again = await system.startAgain();

  await eventually(async () => {
    expect(await system.resolve({ projectId: project.id, create: true })).toMatchObject({
      projectId: project.id,
    });
  });
  expect(system.peers.evaluator.closed).not.toContain(project.id);
  await again.stop();
});

test('an abandoned mark that cannot be lifted yet does not keep others from being lifted', async () => {
  const stuck = await createProject(api, unique('Stuck'));
  const other = await createProject(api, unique('Other'));
  for (const { id } of [stuck, other]) {
    await system.sql.query(
      `UPDATE projects SET closing_id = id, closing_since = now() - interval '2 minutes' WHERE id = $1`,
      [id],
    );
  }
  system.peers.evaluator.stuck.add(stuck.id);

  const again = await system.startAgain();

  await eventually(async () => {
    expect(await system.resolve({ projectId: other.id, create: true })).toMatchObject({
      projectId: other.id,
    });
  });
  await expect(system.resolve({ projectId: stuck.id, create: true })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  await again.stop();
  system.peers.evaluator.stuck.clear();
});

test('a project that stays accepts outputs immediately, even if a service that was not asked is down', async () => {
  await using away = await startTestGateway();
  const admin = await away.signIn();
  const { body } = await admin.post('/api/projects', { name: 'Full' });
  const { id } = body as { id: string };
  away.peers.review.counts = [{ projectId: id, taskId: null, count: 1 }];
  await away.peers.evaluator.stop();

  const answer = await admin.delete(`/api/projects/${id}`);

  expect(answer).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
  const submitted = await away.tokenApi.post('/api/logs', { project: 'Full', output: 'text' });
  expect(submitted.status).toBe(202);
});

test('an empty project accepts outputs immediately if a service that was asked is down', async () => {
  await using away = await startTestGateway();
  const admin = await away.signIn();
  const { body } = await admin.post('/api/projects', { name: 'Empty' });
  const { id } = body as { id: string };
  await away.peers.evaluator.stop();

  const answer = await admin.delete(`/api/projects/${id}`);

  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  const submitted = await away.tokenApi.post('/api/logs', { project: 'Empty', output: 'text' });
  expect(submitted.status).toBe(202);
  // It may have closed the project, and must be told.
  const { rows } = await away.sql.query('SELECT closing_id FROM projects WHERE id = $1', [id]);
  expect(rows).toEqual([{ closing_id: id }]);
  expect((await admin.delete(`/api/projects/${id}`)).status).toBe(503);
  // Until then the project accepts no rules and instructions. Existing ones can be read.
  const named = { projectName: 'Empty' };
  expect(await away.resolve({ ...named, create: false })).toMatchObject({ projectId: id });
  await expect(away.resolve({ ...named, create: true })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

test('a project accepts rules and instructions immediately if only review is down, which closes nothing', async () => {
  await using away = await startTestGateway();
  const admin = await away.signIn();
  const { body } = await admin.post('/api/projects', { name: 'Uncounted' });
  const { id } = body as { id: string };
  await away.peers.review.stop();

  const answer = await admin.delete(`/api/projects/${id}`);

  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  const { rows } = await away.sql.query('SELECT closing_id FROM projects WHERE id = $1', [id]);
  expect(rows).toEqual([{ closing_id: null }]);
});

test('reopens a project that a service closes after the deletion has failed', async () => {
  const { id, name } = await createProject(api, unique('Late'));
  const { closed, held } = system.peers.evaluator;
  let release = (): void => undefined;
  held.set(id, new Promise<void>((resolve) => (release = resolve)));

  expect((await api.delete(`/api/projects/${id}`)).status).toBe(503);
  const submitted = await system.tokenApi.post('/api/logs', { project: name, output: 'text' });
  expect(submitted.status).toBe(202);
  release();
  await eventually(async () => expect(closed).toContain(id));
  const { rowCount } = await system.sql.query(
    `UPDATE projects SET closing_since = closing_since - interval '1 minute',
       closing_ended = closing_ended - interval '1 minute'
     WHERE id = $1 AND closing_id = id`,
    [id],
  );
  expect(rowCount).toBe(1);

  const again = await system.startAgain();
  await eventually(async () => {
    const { rows } = await system.sql.query('SELECT closing_id FROM projects WHERE id = $1', [id]);
    expect(rows).toEqual([{ closing_id: null }]);
  });
  expect(closed).not.toContain(id);
  await again.stop();
});

/** Deletes a project whose mark changes while the deletion waits for a table. @returns the status of the answer. */
async function deleteWhileMarkIs(changed: string, projectId: string): Promise<number> {
  const client = new Client(system.connection);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE submissions IN ROW EXCLUSIVE MODE');
  const deletion = api.delete(`/api/projects/${projectId}`);
  await eventually(async () => {
    const { rowCount } = await system.sql.query(
      `UPDATE projects SET ${changed} WHERE id = $1 AND closing_id = id`,
      [projectId],
    );
    expect(rowCount).toBe(1);
  });
  await client.end();
  return (await deletion).status;
}

test('a deletion that was given up deletes nothing', async () => {
  const { id } = await createProject(api, unique('Given up'));

  expect(await deleteWhileMarkIs('closing_ended = closing_since', id)).toBe(503);

  expect((await api.get(`/api/projects/${id}/tasks`)).status).toBe(200);
});

test('a deletion that another one has overtaken reopens nothing', async () => {
  const { id } = await createProject(api, unique('Overtaken'));

  expect(await deleteWhileMarkIs('closing_since = clock_timestamp()', id)).toBe(503);

  expect(system.peers.evaluator.closed).toContain(id);
  expect(system.peers.instructions.closed).toContain(id);
});

test('a deletion that stood still until its mark was lifted reopens what it has closed since', async () => {
  const { id } = await createProject(api, unique('Resumed'));

  expect(await deleteWhileMarkIs('closing_id = NULL, closing_since = NULL', id)).toBe(503);

  expect(system.peers.evaluator.closed).not.toContain(id);
  expect(system.peers.instructions.closed).not.toContain(id);
  expect(await system.resolve({ projectId: id, create: true })).toMatchObject({ projectId: id });
});

test('refuses a deletion while another one in the project is in progress', async () => {
  const project = await createProject(api, unique('Busy'));
  const task = await createTask(api, project.id, 'Task');
  await system.sql.query(
    'UPDATE projects SET closing_id = $2, closing_since = now() WHERE id = $1',
    [project.id, task.id],
  );

  const answer = await api.delete(`/api/projects/${project.id}`);

  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(answer.headers.get('retry-after')).toBe('1');
});

test('records in the audit who changes what, with redacted names, and nothing that is refused', async () => {
  const project = await createProject(api, unique('Audited'));
  const path = `/api/projects/${project.id}`;
  const task = await createTask(api, project.id, 'Refunds');

  await api.patch(path, { icon: '🦉' });
  await api.patch(`${path}/tasks/${task.id}`, { name: 'Returns' });
  await api.post(`${path}/tasks`, { name: 'RETURNS' });
  await api.delete(path);

  const told = await eventually(() => {
    const found = audited.filter(({ target }) => [project.id, task.id].includes(target.id));
    expect(found).toHaveLength(6);
    return found;
  });
  const hidden = { hmac: expect.any(String) };
  expect(told).toMatchObject([
    { action: 'project.created', before: null, after: { name: hidden, icon: null } },
    { action: 'task.created', after: { name: hidden, projectId: project.id } },
    { action: 'project.updated', before: { icon: null }, after: { icon: hidden } },
    { action: 'task.renamed', before: { name: hidden }, after: { name: hidden } },
    { action: 'project.deleted', before: { name: hidden }, after: null },
    { action: 'task.deleted', before: { name: hidden }, after: null },
  ]);
  for (const { actor, address, requestId } of told) {
    expect(actor).toMatchObject({ kind: 'user', name: ADMIN.email.toLowerCase() });
    expect([address, requestId]).toEqual(['127.0.0.1', expect.any(String)]);
  }
});
