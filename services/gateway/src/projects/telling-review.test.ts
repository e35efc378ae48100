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

/** Creates two groups, and a project that names the first. */
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

test('answers a creation or deletion as done if review goes down after the check', async () => {
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

test('a review that is back soon knows a creation or deletion before the answer', async () => {
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

test('does not answer an update as done if review was not told', async () => {
  const { api, group, project } = await aTeam();
  system.peers.review.beforeRegistryChange = away;

  const answers = await Promise.all([
    api.patch(`/api/groups/${group.id}`, { name: 'Renamed' }),
    api.patch(`/api/projects/${project.id}`, { sampleRate: 0.5 }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
});

test('review knows a new name before the answer, and is told again when the rename is repeated', async () => {
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

  const failed = await renames();

  expect(failed.map(({ status }) => status)).toEqual([503, 503]);
  expect(namesTold()).toEqual([]);

  review.beforeRegistryChange = () => Promise.resolve();
  const repeated = await renames();

  expect(repeated.map(({ status }) => status)).toEqual([200, 200]);
  expect(namesTold()).toEqual(['New project', 'New task']);
});

test('does not tell review of a changed icon', async () => {
  const { api, project } = await aTeam();
  const { review } = system.peers;
  review.projectChanges.length = 0;

  expect((await api.patch(`/api/projects/${project.id}`, { icon: '🦉' })).status).toBe(200);

  expect(review.projectChanges).toEqual([]);
});

test('tells review before the answer about a new entry only if it takes the former name of another', async () => {
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
