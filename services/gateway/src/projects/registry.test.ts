import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type ProjectsChanged, projectsChanged } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { type ApiClient, eventually, untilHeldUp } from '@output-review/runtime/testing';

import { collectData } from '../../test/collect-data.ts';
import { createProject, createTask, unique } from '../../test/projects.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();
let api: ApiClient;
let changes: ProjectsChanged[];

beforeAll(async () => {
  api = await system.signIn();
  changes = collectData(system.bus, projectsChanged);
});

beforeEach(() => {
  system.peers.review.counts = [];
  system.peers.evaluator.inUse.clear();
});

test('creates a project, lists it with its outputs and publishes it', async () => {
  const name = unique('Support');

  const { body } = await api.post('/api/projects', { name: ` ${name} `, icon: '🦉' });

  expect(body).toEqual({
    id: expect.any(String),
    name,
    icon: '🦉',
    sampleRate: null,
    reviewGroupId: null,
    escalationGroupId: null,
    createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    executionCount: 0,
  });
  const { id } = body as { id: string };
  const task = await createTask(api, id, 'Refunds');
  system.peers.review.counts = [
    { projectId: id, taskId: null, count: 2 },
    { projectId: id, taskId: task.id, count: 5 },
  ];
  const listed = await system.tokenApi.get('/api/projects');
  expect(listed.body).toContainEqual({ ...(body as object), executionCount: 7 });
  const tasks = await system.tokenApi.get(`/api/projects/${id}/tasks`);
  expect(tasks.body).toMatchObject([
    { id: task.id, name: 'Refunds', projectId: id, executionCount: 5 },
  ]);
  await eventually(() => {
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'project', id, name, version: 1, deleted: false }),
    );
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'task', id: task.id, projectId: id, name: 'Refunds' }),
    );
  });
});

test('a current name in another spelling is a conflict, for projects and tasks', async () => {
  const name = unique('Straße');
  const { id } = await createProject(api, name);
  await createTask(api, id, 'Refunds');

  const project = await api.post('/api/projects', { name: name.toUpperCase() });
  const task = await api.post(`/api/projects/${id}/tasks`, { name: 'REFUNDS' });

  expect(project).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(task).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('one of several concurrent creations with the same name succeeds, the others get a conflict', async () => {
  const name = unique('Race');

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.post('/api/projects', { name })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([
    201, 409, 409, 409, 409, 409, 409, 409,
  ]);
});

test('a renamed project keeps its old name as an alias until another takes it', async () => {
  const [before, after] = [unique('Before'), unique('After')];
  const { id } = await createProject(api, before);

  const renamed = await api.patch(`/api/projects/${id}`, { name: after });

  expect(renamed).toMatchObject({ status: 200, body: { id, name: after } });
  expect(await system.resolve({ projectName: before.toUpperCase(), create: false })).toMatchObject({
    projectId: id,
    projectName: after,
  });

  const other = await createProject(api, before);

  expect(await system.resolve({ projectName: before, create: false })).toMatchObject({
    projectId: other.id,
  });
  expect(await system.resolve({ projectName: after, create: false })).toMatchObject({
    projectId: id,
  });
  await eventually(() => {
    const told = changes.filter((change) => change.id === id);
    expect(told.map(({ version, aliasKeys }) => [version, aliasKeys.length])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ]);
  });
});

test('a rename to the name of another project is a conflict and changes nothing', async () => {
  const [one, two] = [
    await createProject(api, unique('One')),
    await createProject(api, unique('Two')),
  ];

  const answer = await api.patch(`/api/projects/${two.id}`, { name: one.name });

  expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await system.resolve({ projectName: two.name, create: false })).toMatchObject({
    projectId: two.id,
    projectName: two.name,
  });
});

test('a project can be renamed back, and to another spelling', async () => {
  const { id, name } = await createProject(api, unique('back'));
  await api.patch(`/api/projects/${id}`, { name: unique('forth') });

  const answer = await api.patch(`/api/projects/${id}`, { name: name.toUpperCase() });

  expect(answer).toMatchObject({ status: 200, body: { name: name.toUpperCase() } });
});

test('projects that take over names of each other at the same time do not deadlock', async () => {
  const names = [unique('One'), unique('Two')] as const;
  const projects = [await createProject(api, names[0]), await createProject(api, names[1])];
  const rename = ({ id }: { id: string }, name: string) =>
    api.patch(`/api/projects/${id}`, { name });
  for (const project of projects) await rename(project, unique('Former'));

  await system.sql.query('BEGIN');
  await system.sql.query('SELECT FROM project_names WHERE name_key = ANY ($1) FOR UPDATE', [
    names.map((name) => name.toLowerCase()),
  ]);
  const renaming = [rename(projects[0]!, names[1]), rename(projects[1]!, names[0])];
  await untilHeldUp(system.sql, 2);
  await system.sql.query('COMMIT');

  expect(await Promise.all(renaming)).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('a renamed task keeps its old name as an alias', async () => {
  const project = await createProject(api, unique('Tasks'));
  const { id } = await createTask(api, project.id, 'old');

  const answer = await api.patch(`/api/projects/${project.id}/tasks/${id}`, { name: 'new' });

  expect(answer).toMatchObject({ status: 200, body: { id, name: 'new', projectId: project.id } });
  expect(await system.resolve({ projectId: project.id, taskName: 'OLD', create: false })).toEqual({
    projectId: project.id,
    projectName: project.name,
    taskId: id,
    taskName: 'new',
  });
});

test('creates names on first use, once, also when used concurrently', async () => {
  const name = unique('First use');

  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      system.resolve({ projectName: name, taskName: 'A task', create: true }),
    ),
  );

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ projectName: name, taskName: 'A task' });
});

test('an unknown name that must not be created, and a foreign ID, are not found', async () => {
  await expect(system.resolve({ projectName: unique('?'), create: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(system.resolve({ projectId: newId(), create: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('an entry of another workspace is not found', async () => {
  const projectId = newId();
  const otherId = newId();
  await system.sql.query(`INSERT INTO workspaces VALUES ($1, 'Other', now())`, [otherId]);
  await system.sql.query(
    `INSERT INTO projects (workspace_id, id, name, created_at) VALUES ($1, $2, 'Theirs', now())`,
    [otherId, projectId],
  );

  const answers = await Promise.all([
    api.patch(`/api/projects/${projectId}`, { name: 'Mine' }),
    api.delete(`/api/projects/${projectId}`),
    api.get(`/api/projects/${projectId}/tasks`),
    api.post(`/api/projects/${projectId}/tasks`, { name: 'Mine' }),
    api.patch(`/api/projects/${projectId}/tasks/${newId()}`, { name: 'Mine' }),
    api.delete(`/api/projects/${projectId}/tasks/${newId()}`),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});

test('a task is not found in another project', async () => {
  const [here, there] = [
    await createProject(api, 'Of a task'),
    await createProject(api, 'Without it'),
  ];
  const { body } = await api.post(`/api/projects/${here.id}/tasks`, { name: 'Letters' });
  const path = `/api/projects/${there.id}/tasks/${(body as { readonly id: string }).id}`;

  expect((await api.patch(path, { name: 'Mine' })).status).toBe(404);
  expect((await api.delete(path)).status).toBe(404);
});

test('a blank name is refused with its field', async () => {
  const answer = await api.post('/api/projects', { name: '  ' });

  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', fields: { name: expect.any(String) } },
  });
});
