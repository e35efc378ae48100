import { beforeEach, expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';

import { makeTeam } from '../../test/people/team.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway({ tellsReviewForMs: 1_500 });

beforeEach(() => {
  const { review } = system.peers;
  review.beforeRegistryChange = () => Promise.resolve();
  review.projectChanges.length = 0;
  review.peopleChanges.length = 0;
});

const away = () => Promise.reject(new AppError('UNAVAILABLE', 'Not now.'));

/** Two groups, of which a project names the first. */
async function aTeam() {
  const { api } = (await makeTeam(system, 'viewer')).ann;
  const make = async (path: string, fields: object = {}) => {
    const { status, body } = await api.post(path, { name: `Told ${newId()}`, ...fields });
    expect(status).toBe(201);
    return body as { id: string };
  };
  const [group, other] = [await make('/api/groups'), await make('/api/groups')];
  const project = await make('/api/projects', { reviewGroupId: group.id });
  return { api, group, other, project, tasks: `/api/projects/${project.id}/tasks` };
}

test('what is made or deleted is answered as done where review goes away afterwards', async () => {
  const { api, group, other, project, tasks } = await aTeam();
  const routed = { name: 'Late', reviewGroupId: other.id };
  const change = () =>
    Promise.all([
      api.post('/api/groups', { name: 'Late' }),
      api.post('/api/projects', routed),
      api.post(tasks, routed),
      api.delete(`/api/groups/${group.id}?moveTo=${other.id}`),
    ]);
  system.peers.review.beforeRegistryChange = away;

  const answers = await change();

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200]);
  const [late, lateProject, lateTask] = answers.map(({ body }) => body);
  const groups = (await api.get('/api/groups')).body as unknown[];
  expect(groups).toHaveLength(2);
  expect(groups).toEqual(expect.arrayContaining([late, other]));
  const projects = (await api.get('/api/projects')).body as unknown[];
  expect(projects).toHaveLength(2);
  expect(projects).toContainEqual(lateProject);
  expect(projects).toContainEqual({ ...project, reviewGroupId: other.id });
  expect((await api.get(tasks)).body).toEqual([lateTask]);
  expect((await change()).map(({ status }) => status)).toEqual([409, 409, 409, 404]);
});

test('review that comes back soon knows what is made or deleted before the answer', async () => {
  const { api, group, other } = await aTeam();
  const { review } = system.peers;
  review.projectChanges.length = 0;
  let isFirst = true;
  review.beforeRegistryChange = async () => {
    if (!isFirst) return;
    isFirst = false;
    await away();
  };

  const deleted = await api.delete(`/api/groups/${group.id}?moveTo=${other.id}`);

  expect(deleted.status).toBe(200);
  expect(review.peopleChanges.at(-1)).toMatchObject({ groups: [{ id: other.id }] });
  expect(review.projectChanges).toMatchObject([{ reviewGroupId: other.id }]);
});

test('an update that review did not hear of is not answered as done', async () => {
  const { api, group, project } = await aTeam();
  system.peers.review.beforeRegistryChange = away;

  const answers = await Promise.all([
    api.patch(`/api/groups/${group.id}`, { name: 'Renamed' }),
    api.patch(`/api/projects/${project.id}`, { sampleRate: 0.5 }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
});

test('review knows a new name before the answer, and hears it again where the rename is repeated', async () => {
  const { api, project, tasks } = await aTeam();
  const { body: task } = await api.post(tasks, { name: 'Old' });
  const { review } = system.peers;
  const renames = () =>
    Promise.all([
      api.patch(`/api/projects/${project.id}`, { name: 'New project' }),
      api.patch(`${tasks}/${(task as { id: string }).id}`, { name: 'New task' }),
    ]);
  const namesTold = () => review.projectChanges.map(({ name }) => name).sort();
  review.projectChanges.length = 0;
  review.beforeRegistryChange = away;

  const unheard = await renames();

  expect(unheard.map(({ status }) => status)).toEqual([503, 503]);
  expect(namesTold()).toEqual([]);

  review.beforeRegistryChange = () => Promise.resolve();
  const repeated = await renames();

  expect(repeated.map(({ status }) => status)).toEqual([200, 200]);
  expect(namesTold()).toEqual(['New project', 'New task']);
});

test('an icon alone is not told to review', async () => {
  const { api, project } = await aTeam();
  const { review } = system.peers;
  review.projectChanges.length = 0;

  expect((await api.patch(`/api/projects/${project.id}`, { icon: '🦉' })).status).toBe(200);

  expect(review.projectChanges).toEqual([]);
});

test('review knows before the answer what is made by the former name of another, and of nothing else', async () => {
  const { api, project, tasks } = await aTeam();
  const { body: task } = await api.post(tasks, { name: 'Old task' });
  const taskPath = `${tasks}/${(task as { id: string }).id}`;
  const { name } = project as unknown as { name: string };
  await api.patch(`/api/projects/${project.id}`, { name: 'Renamed' });
  await api.patch(taskPath, { name: 'Renamed' });
  const { review } = system.peers;
  review.projectChanges.length = 0;

  const made = await Promise.all([
    api.post('/api/projects', { name }),
    api.post('/api/projects', { name: 'Another' }),
    api.post(tasks, { name: 'Old task' }),
    api.post(tasks, { name: 'Another' }),
  ]);

  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(review.projectChanges.map((change) => change.name).sort()).toEqual(
    [name, 'Old task'].sort(),
  );
});
