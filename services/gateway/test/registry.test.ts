import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  INTERNAL_OPERATIONS,
  type ProjectsChanged,
  projectsChanged,
} from '@output-review/contracts';
import { makeServiceClient, newId } from '@output-review/runtime';
import { type ApiClient, eventually, silentLog } from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

let system: TestGateway;
let api: ApiClient;
const changes: ProjectsChanged[] = [];

beforeAll(async () => {
  system = await startTestGateway();
  api = await system.signIn();
  system.bus.subscribe({
    topic: projectsChanged.topic,
    group: 'test',
    batchMax: 100,
    handle: async (batch) => {
      changes.push(...batch.map(({ json }) => JSON.parse(json) as ProjectsChanged));
    },
  });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

beforeEach(() => {
  system.peers.review.counts = [];
  system.peers.evaluator.inUse.clear();
});

async function createProject(name: string): Promise<{ id: string; name: string }> {
  const { status, body } = await api.post('/api/projects', { name });
  expect(status).toBe(201);
  return body as { id: string; name: string };
}

async function createTask(projectId: string, name: string): Promise<{ id: string }> {
  const { status, body } = await api.post(`/api/projects/${projectId}/tasks`, { name });
  expect(status).toBe(201);
  return body as { id: string };
}

const unique = (name: string): string => `${name} ${newId()}`;

test('a project is created, listed with its outputs, and told of', async () => {
  const name = unique('Support');

  const { body } = await api.post('/api/projects', { name: ` ${name} `, icon: '🦉' });

  expect(body).toEqual({
    id: expect.any(String),
    name,
    icon: '🦉',
    createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    executionCount: 0,
  });
  const { id } = body as { id: string };
  const task = await createTask(id, 'Refunds');
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
  const { id } = await createProject(name);
  await createTask(id, 'Refunds');

  const project = await api.post('/api/projects', { name: name.toUpperCase() });
  const task = await api.post(`/api/projects/${id}/tasks`, { name: 'REFUNDS' });

  expect(project).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(task).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('of two that create one name at once, one gets a conflict', async () => {
  const name = unique('Race');

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.post('/api/projects', { name })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
});

test('a renamed project keeps its old name as an alias until another takes it', async () => {
  const [before, after] = [unique('Before'), unique('After')];
  const { id } = await createProject(before);

  const renamed = await api.patch(`/api/projects/${id}`, { name: after });

  expect(renamed).toMatchObject({ status: 200, body: { id, name: after } });
  expect(await resolve({ projectName: before.toUpperCase(), create: false })).toMatchObject({
    projectId: id,
    projectName: after,
  });

  const other = await createProject(before);

  expect(await resolve({ projectName: before, create: false })).toMatchObject({
    projectId: other.id,
  });
  expect(await resolve({ projectName: after, create: false })).toMatchObject({ projectId: id });
  await eventually(() => {
    const told = changes.filter((change) => change.id === id);
    expect(told.map(({ version, aliasKeys }) => [version, aliasKeys.length])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ]);
  });
});

test('a rename to the name of another is a conflict, and changes nothing', async () => {
  const [one, two] = [await createProject(unique('One')), await createProject(unique('Two'))];

  const answer = await api.patch(`/api/projects/${two.id}`, { name: one.name });

  expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await resolve({ projectName: two.name, create: false })).toMatchObject({
    projectId: two.id,
    projectName: two.name,
  });
});

test('a project may be renamed back, and respelt', async () => {
  const { id, name } = await createProject(unique('back'));
  await api.patch(`/api/projects/${id}`, { name: unique('forth') });

  const answer = await api.patch(`/api/projects/${id}`, { name: name.toUpperCase() });

  expect(answer).toMatchObject({ status: 200, body: { name: name.toUpperCase() } });
});

test('a renamed task keeps its old name as an alias', async () => {
  const project = await createProject(unique('Tasks'));
  const { id } = await createTask(project.id, 'old');

  const answer = await api.patch(`/api/projects/${project.id}/tasks/${id}`, { name: 'new' });

  expect(answer).toMatchObject({ status: 200, body: { id, name: 'new', projectId: project.id } });
  expect(await resolve({ projectId: project.id, taskName: 'OLD', create: false })).toEqual({
    projectId: project.id,
    projectName: project.name,
    taskId: id,
    taskName: 'new',
  });
});

test('names are made on first use, once, by whoever asks first', async () => {
  const name = unique('First use');

  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      resolve({ projectName: name, taskName: 'A task', create: true }),
    ),
  );

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ projectName: name, taskName: 'A task' });
});

test('an unknown name that is not to be made, and a foreign id, are not found', async () => {
  await expect(resolve({ projectName: unique('?'), create: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(resolve({ projectId: newId(), create: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('an empty project is deleted with its tasks, told of, and its name is free', async () => {
  const project = await createProject(unique('Empty'));
  const task = await createTask(project.id, 'Task');

  const answer = await api.delete(`/api/projects/${project.id}`);

  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  expect(system.peers.evaluator.closed).toContain(project.id);
  expect((await api.get(`/api/projects/${project.id}/tasks`)).status).toBe(404);
  expect((await createProject(project.name)).id).not.toBe(project.id);
  await eventually(() => {
    expect(changes).toContainEqual(expect.objectContaining({ id: project.id, deleted: true }));
    expect(changes).toContainEqual(expect.objectContaining({ id: task.id, deleted: true }));
  });
});

test('a project with outputs or rules stays, and takes names again at once', async () => {
  const project = await createProject(unique('Full'));
  const task = await createTask(project.id, 'Task');
  system.peers.review.counts = [{ projectId: project.id, taskId: task.id, count: 1 }];

  const withOutputs = await api.delete(`/api/projects/${project.id}`);
  const taskWithOutputs = await api.delete(`/api/projects/${project.id}/tasks/${task.id}`);
  system.peers.review.counts = [];
  system.peers.evaluator.inUse.add(project.id);
  const withRules = await api.delete(`/api/projects/${project.id}`);

  expect(withOutputs).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
  expect(taskWithOutputs).toMatchObject({ status: 409, body: { code: 'TASK_NOT_EMPTY' } });
  expect(withRules).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
  expect(system.peers.evaluator.closed).not.toContain(project.id);
  expect(await resolve({ projectId: project.id, taskName: 'More', create: true })).toMatchObject({
    taskName: 'More',
  });
});

test('an accepted output that nobody has counted yet keeps its project', async () => {
  const name = unique('Just accepted');
  const accepted = await system.tokenApi.post('/api/logs', { project: name, output: 'text' });
  expect(accepted.status).toBe(202);
  const { projectId } = await resolve({ projectName: name, create: false });

  const answer = await api.delete(`/api/projects/${projectId}`);

  expect(answer).toMatchObject({ status: 409, body: { code: 'PROJECT_NOT_EMPTY' } });
});

test('a project that a killed gateway left closing takes nothing until the mark is lifted', async () => {
  const project = await createProject(unique('Closing'));
  await system.sql.query(
    `UPDATE projects SET closing_id = id, closing_since = now() - interval '2 minutes' WHERE id = $1`,
    [project.id],
  );
  system.peers.evaluator.closed.add(project.id);
  await expect(resolve({ projectId: project.id, create: true })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });

  const again = await system.startAgain();

  await eventually(async () => {
    expect(await resolve({ projectId: project.id, create: true })).toMatchObject({
      projectId: project.id,
    });
  });
  expect(system.peers.evaluator.closed).not.toContain(project.id);
  await again.stop();
});

test('a deletion is refused while another one in the project is under way', async () => {
  const project = await createProject(unique('Busy'));
  const task = await createTask(project.id, 'Task');
  await system.sql.query(
    'UPDATE projects SET closing_id = $2, closing_since = now() WHERE id = $1',
    [project.id, task.id],
  );

  const answer = await api.delete(`/api/projects/${project.id}`);

  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(answer.headers.get('retry-after')).toBe('1');
});

test('what is not of this workspace is not found', async () => {
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

test('a name of blanks is refused with its field', async () => {
  const answer = await api.post('/api/projects', { name: '  ' });

  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', fields: { name: expect.any(String) } },
  });
});

interface Query {
  projectId?: string;
  projectName?: string;
  taskName?: string;
  create: boolean;
}

/** Asks by the internal door, as the evaluator does. */
async function resolve(query: Query) {
  const client = makeServiceClient({
    service: 'gateway',
    baseUrl: () => system.gateway.url,
    log: silentLog,
  });
  const { rows } = await system.sql.query<{ workspace_id: string }>(
    'SELECT workspace_id FROM members LIMIT 1',
  );
  try {
    return await client.call(INTERNAL_OPERATIONS.resolveRegistry, {
      body: { workspaceId: rows[0]?.workspace_id, ...query },
      assertion: await system.issueAssertion(),
    });
  } finally {
    await client.close();
  }
}
