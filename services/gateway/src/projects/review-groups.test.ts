import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { collectEvents, makeTeam } from '../../test/people/team.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(() => {
  eventsOf = collectEvents(system);
});

beforeEach(() => {
  system.peers.review.projectChanges.length = 0;
});

/** The last state of an entry that review was told of before an answer. */
const known = (id: string) => system.peers.review.projectChanges.findLast((each) => each.id === id);

async function aTeam() {
  const { ann, workspaceId } = await makeTeam(system, 'viewer');
  const make = async (path: string, fields: object = {}) => {
    const { status, body } = await ann.api.post(path, { name: `Routed ${newId()}`, ...fields });
    expect(status).toBe(201);
    return (body as { id: string }).id;
  };
  const [claims, cases] = [await make('/api/groups'), await make('/api/groups')];
  const tasksOf = (project: string) => `/api/projects/${project}/tasks`;
  return { ...{ api: ann.api, workspaceId, make, claims, cases, tasksOf } };
}

describe('the groups of a project and of a task', () => {
  test('are set, listed and cleared, and review knows them before the answer', async () => {
    const { api, make, claims, cases, tasksOf } = await aTeam();
    const project = await make('/api/projects', { reviewGroupId: claims });
    expect(known(project)).toMatchObject({ reviewGroupId: claims, escalationGroupId: null });
    const task = await make(tasksOf(project), { escalationGroupId: cases });
    expect(known(task)).toMatchObject({ reviewGroupId: null, escalationGroupId: cases });

    const path = `/api/projects/${project}`;
    const changed = await api.patch(path, { escalationGroupId: cases });
    expect(changed.body).toMatchObject({ reviewGroupId: claims, escalationGroupId: cases });
    expect(known(project)).toMatchObject({ reviewGroupId: claims, escalationGroupId: cases });
    expect((await api.get('/api/projects')).body).toContainEqual(changed.body);
    const renamed = await api.patch(`${tasksOf(project)}/${task}`, { name: 'Renamed' });
    expect(renamed.body).toMatchObject({ escalationGroupId: cases });
    const cleared = await api.patch(`${tasksOf(project)}/${task}`, { escalationGroupId: null });
    expect(cleared.body).toMatchObject({ reviewGroupId: null, escalationGroupId: null });
    expect(known(task)).toMatchObject({ escalationGroupId: null, version: 3 });
    expect((await api.get(tasksOf(project))).body).toEqual([cleared.body]);
  });

  test('must be groups of the workspace; anything else is refused and changes nothing', async () => {
    const { api, make, claims, tasksOf } = await aTeam();
    const { claims: foreign } = await aTeam();
    const project = await make('/api/projects', { reviewGroupId: claims });
    const task = await make(tasksOf(project));
    system.peers.review.projectChanges.length = 0;
    const wrong = [
      { name: 'Wrong', reviewGroupId: 'unknown', escalationGroupId: foreign },
      { name: 'Wrong', reviewGroupId: 5, escalationGroupId: ['x'] },
    ];
    for (const body of wrong) {
      const answers = await Promise.all([
        api.post('/api/projects', body),
        api.patch(`/api/projects/${project}`, body),
        api.post(tasksOf(project), body),
        api.patch(`${tasksOf(project)}/${task}`, body),
      ]);
      for (const { status, body: answer } of answers) {
        expect(status).toBe(400);
        expect(answer).toMatchObject({ code: 'VALIDATION_FAILED' });
        const { fields } = answer as { fields: object };
        expect(Object.keys(fields).sort()).toEqual(['escalationGroupId', 'reviewGroupId']);
      }
    }

    expect((await api.get('/api/projects')).body).toMatchObject([{ reviewGroupId: claims }]);
    expect(system.peers.review.projectChanges).toEqual([]);
  });

  test('are recorded in the audit', async () => {
    const { api, workspaceId, make, claims, cases } = await aTeam();
    const project = await make('/api/projects', { reviewGroupId: claims });
    await api.patch(`/api/projects/${project}`, { reviewGroupId: cases });

    await eventually(() =>
      expect(eventsOf(workspaceId)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            action: 'project.created',
            after: expect.objectContaining({ reviewGroupId: claims, escalationGroupId: null }),
          }),
          expect.objectContaining({
            action: 'project.updated',
            before: expect.objectContaining({ reviewGroupId: claims }),
            after: expect.objectContaining({ reviewGroupId: cases }),
          }),
        ]),
      ),
    );
  });
});

describe('a group that projects and tasks name', () => {
  test('can only be deleted with a replacement, or after nothing names it any more', async () => {
    const { api, workspaceId, make, claims, cases, tasksOf } = await aTeam();
    const project = await make('/api/projects', { reviewGroupId: claims });
    const task = await make(tasksOf(project), { reviewGroupId: cases, escalationGroupId: claims });

    const held = await api.delete(`/api/groups/${claims}`);
    expect(held).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((held.body as { error: string }).error).toContain('2');
    expect((await api.delete(`/api/groups/${claims}?moveTo=${cases}`)).status).toBe(200);
    expect((await api.get('/api/projects')).body).toMatchObject([{ reviewGroupId: cases }]);
    const moved = { reviewGroupId: cases, escalationGroupId: cases };
    expect((await api.get(tasksOf(project))).body).toMatchObject([moved]);
    expect(known(project)).toMatchObject({ reviewGroupId: cases, version: 2 });
    expect(known(task)).toMatchObject({ ...moved, version: 2 });
    await eventually(() =>
      expect(eventsOf(workspaceId)).toContainEqual(
        expect.objectContaining({
          ...{ action: 'task.updated', target: { kind: 'task', id: task } },
          ...{ before: { escalationGroupId: claims }, after: { escalationGroupId: cases } },
        }),
      ),
    );

    await api.patch(`/api/projects/${project}`, { reviewGroupId: null });
    expect((await api.delete(`/api/groups/${cases}`)).status).toBe(409);
    await api.patch(`${tasksOf(project)}/${task}`, {
      reviewGroupId: null,
      escalationGroupId: null,
    });
    expect((await api.delete(`/api/groups/${cases}`)).status).toBe(200);
  });

  test('cannot be named by a project that is changed concurrently with its deletion', async () => {
    const { api, make, claims } = await aTeam();
    const projects = await Promise.all(Array.from({ length: 8 }, () => make('/api/projects')));

    const [removed] = await Promise.all([
      api.delete(`/api/groups/${claims}`),
      ...projects.map((id) => api.patch(`/api/projects/${id}`, { reviewGroupId: claims })),
    ]);

    const { body } = await api.get('/api/projects');
    const named = (body as { reviewGroupId: string | null }[]).map((each) => each.reviewGroupId);
    const isGone = removed.status === 200;
    expect(named.every((id) => id === null || !isGone)).toBe(true);
  });
});
