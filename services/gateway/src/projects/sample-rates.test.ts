import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type AuditRecorded, auditRecorded } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { type ApiClient, eventually } from '@output-review/runtime/testing';

import { collectData } from '../../test/collect-data.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();
let api: ApiClient;
let audited: AuditRecorded[];

beforeAll(async () => {
  api = await system.signIn();
  audited = collectData(system.bus, auditRecorded);
});

beforeEach(() => {
  system.peers.review.projectChanges.length = 0;
});

/** The last state of an entry that review was told of before an answer. */
const toldOf = (id: string) =>
  system.peers.review.projectChanges.findLast((each) => each.id === id);

async function make(path: string, fields: object) {
  const { status, body } = await api.post(path, { name: `Rated ${newId()}`, ...fields });
  expect(status).toBe(201);
  return body as { id: string; name: string; sampleRate: number | null };
}

test('review knows the rate of a project before the answer, and null clears the rate', async () => {
  const { id, name, ...made } = await make('/api/projects', {});
  expect(made.sampleRate).toBeNull();
  expect(toldOf(id)).toBeUndefined();

  for (const [sampleRate, version] of [
    [0.05, 2],
    [0, 3],
    [1, 4],
    [null, 5],
  ]) {
    const { status, body } = await api.patch(`/api/projects/${id}`, { sampleRate });
    expect({ status, body }).toMatchObject({ status: 200, body: { id, name, sampleRate } });
    expect(toldOf(id)).toMatchObject({ kind: 'project', name, sampleRate, version });
    const { body: list } = await system.tokenApi.get('/api/projects');
    expect(list).toContainEqual(body);
  }
});

test('a task has its own rate, or null for that of its project; a rename does not change it', async () => {
  const project = await make('/api/projects', { sampleRate: 0.2 });
  expect(toldOf(project.id)).toMatchObject({ sampleRate: 0.2, version: 1 });
  const path = `/api/projects/${project.id}/tasks`;
  const inherits = await make(path, {});
  const task = await make(path, { sampleRate: 0.5 });
  expect([inherits.sampleRate, task.sampleRate]).toEqual([null, 0.5]);
  expect(toldOf(task.id)).toMatchObject({ kind: 'task', projectId: project.id, sampleRate: 0.5 });

  const renamed = await api.patch(`${path}/${task.id}`, { name: 'Renamed' });
  expect(renamed.body).toMatchObject({ name: 'Renamed', sampleRate: 0.5 });
  const changed = await api.patch(`${path}/${task.id}`, { sampleRate: 0 });
  expect(changed.body).toMatchObject({ name: 'Renamed', sampleRate: 0 });
  expect(toldOf(task.id)).toMatchObject({ sampleRate: 0, version: 3 });
  const { body: tasks } = await api.get(path);
  expect(tasks).toEqual([{ ...inherits }, changed.body]);
  const { body } = await api.patch(`/api/projects/${project.id}`, { icon: '🦉' });
  expect(body).toMatchObject({ sampleRate: 0.2 });
});

test.each([-0.01, 1.01, 5, '10 %', true, [0.5]])('a rate of %j is refused', async (sampleRate) => {
  const { id } = await make('/api/projects', {});
  const task = await make(`/api/projects/${id}/tasks`, {});
  const wrong = { name: '', sampleRate };
  const answers = await Promise.all([
    api.post('/api/projects', wrong),
    api.patch(`/api/projects/${id}`, wrong),
    api.post(`/api/projects/${id}/tasks`, wrong),
    api.patch(`/api/projects/${id}/tasks/${task.id}`, wrong),
  ]);

  for (const { status, body } of answers) {
    expect(status).toBe(400);
    const { fields } = body as { fields: object };
    expect(Object.keys(fields).sort()).toEqual(['name', 'sampleRate']);
  }
  expect(system.peers.review.projectChanges).toEqual([]);
});

test('records the old and new rate in the audit', async () => {
  const { id } = await make('/api/projects', { sampleRate: 0.1 });
  const task = await make(`/api/projects/${id}/tasks`, {});
  await api.patch(`/api/projects/${id}`, { sampleRate: 0.3 });
  await api.patch(`/api/projects/${id}/tasks/${task.id}`, { sampleRate: 1 });

  await eventually(() => {
    const told = audited.filter(({ target }) => [id, task.id].includes(target.id));
    expect(told).toMatchObject([
      { action: 'project.created', after: { sampleRate: 0.1 } },
      { action: 'task.created', after: { sampleRate: null } },
      { action: 'project.updated', before: { sampleRate: 0.1 }, after: { sampleRate: 0.3 } },
      { action: 'task.updated', before: { sampleRate: null }, after: { sampleRate: 1 } },
    ]);
  });
});

test('after concurrent changes review has the latest', async () => {
  const { id } = await make('/api/projects', {});
  const rates = [0.1, 0.2, 0.3, 0.4];
  await Promise.all(rates.map((sampleRate) => api.patch(`/api/projects/${id}`, { sampleRate })));

  const told = system.peers.review.projectChanges.filter((each) => each.id === id);
  const latest = told.reduce((one, other) => (other.version > one.version ? other : one));
  const { body } = await api.get('/api/projects');
  expect(latest.version).toBe(5);
  expect(body).toContainEqual(expect.objectContaining({ id, sampleRate: latest.sampleRate }));
});
