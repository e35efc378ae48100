import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  GROUPS_MAX,
  INTERNAL_OPERATIONS,
  type PeopleChanged,
  TOPICS,
} from '@output-review/contracts';
import { eventually, FakeClock, untilHeldUp } from '@output-review/runtime/testing';

import { collectEvents, makeTeam, sendWhileDemoted } from '../../test/people/team.ts';
import { startTestGateway, useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway();
let eventsOf: ReturnType<typeof collectEvents>;

beforeAll(() => {
  eventsOf = collectEvents(system);
});

beforeEach(() => {
  system.peers.review.peopleChanges.length = 0;
});

/** The last change that review was told of before the answer. */
const known = () => system.peers.review.peopleChanges.at(-1);

async function aGroup({ ann, ben }: Awaited<ReturnType<typeof makeTeam>>, name = 'Claims') {
  const made = await ann.api.post('/api/groups', { name, userIds: [ben.id] });
  expect(made.status).toBe(201);
  return made.body as { id: string; name: string; userIds: string[] };
}

describe('a group', () => {
  test('is created, listed, changed and deleted, and review knows it before each answer', async () => {
    const team = await makeTeam(system, 'viewer');
    const { ann, ben, workspaceId } = team;

    const group = await aGroup(team);
    const people = [
      { userId: ann.id, name: ann.id, role: 'admin' },
      { userId: ben.id, name: ben.id, role: 'viewer' },
    ];
    expect(group).toMatchObject({ name: 'Claims', userIds: [ben.id] });
    const told = { id: group.id, name: 'Claims', userIds: [ben.id] };
    expect(known()).toEqual({ workspaceId, version: 2, people, groups: [told] });

    const path = `/api/groups/${group.id}`;
    const changed = await ann.api.patch(path, { name: 'Cases', userIds: [ben.id, ann.id, ben.id] });
    expect(changed.body).toEqual({ ...group, name: 'Cases', userIds: [ann.id, ben.id] });
    expect(known()).toMatchObject({ version: 3, groups: [{ userIds: [ann.id, ben.id] }] });
    expect((await ann.api.patch(path, { userIds: [] })).body).toMatchObject({ name: 'Cases' });
    expect((await ann.api.get('/api/groups')).body).toEqual([
      { ...group, name: 'Cases', userIds: [] },
    ]);
    expect(await ann.api.delete(path)).toMatchObject({ status: 200, body: { ok: true } });
    expect(known()).toMatchObject({ version: 5, groups: [] });
    expect((await ann.api.get('/api/groups')).body).toEqual([]);
    expect((await ann.api.delete(path)).status).toBe(404);
    await eventually(() => {
      expect(eventsOf(workspaceId)).toMatchObject([
        { action: 'group.created', before: null, after: { userIds: [ben.id] } },
        { action: 'group.updated', before: { userIds: [ben.id] } },
        { action: 'group.updated', after: { userIds: [] } },
        { action: 'group.deleted', target: { kind: 'group', id: group.id }, after: null },
      ]);
      expect(eventsOf(workspaceId, TOPICS.peopleChanged)).toHaveLength(4);
    });
  });

  test('can be changed by managers and seen by reviewers', async () => {
    const team = await makeTeam(system, 'viewer');
    const { ann, ben } = team;
    const { id } = await aGroup(team);
    expect((await ben.api.get('/api/groups')).status).toBe(403);
    await ann.api.patch(`/api/members/${ben.id}`, { role: 'reviewer' });

    expect((await ben.api.get('/api/groups')).body).toMatchObject([{ id }]);
    expect((await ben.api.post('/api/groups', { name: 'Mine' })).status).toBe(403);
    expect((await ben.api.patch(`/api/groups/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await ben.api.delete(`/api/groups/${id}`)).status).toBe(403);
  });

  test('refuses strangers, duplicate names and invalid values; null empties it', async () => {
    const team = await makeTeam(system, 'viewer');
    const { ann, ben } = team;
    const { ann: stranger } = await makeTeam(system, 'viewer');
    const { id } = await aGroup(team);
    const path = `/api/groups/${id}`;
    const wrong: [body: object, status: number, fields: string[]][] = [
      [
        { name: 'Other', userIds: [ben.id, stranger.id, 'nobody'] },
        400,
        ['userIds.1', 'userIds.2'],
      ],
      [{ name: ' CLAIMS ' }, 409, ['name']],
      [{ name: 'x'.repeat(201) }, 400, ['name']],
      [{ name: 'Other', userIds: ben.id }, 400, ['userIds']],
      [{ name: 'Other', userIds: Array.from({ length: 501 }, () => ben.id) }, 400, ['userIds']],
    ];
    for (const [body, status, fields] of wrong) {
      const made = await ann.api.post('/api/groups', body);
      expect(made).toMatchObject({ status });
      expect(Object.keys((made.body as { fields: object }).fields)).toEqual(fields);
    }
    await ann.api.post('/api/groups', { name: 'Other' });
    const tried = await Promise.all([
      ann.api.patch(path, { name: 'other' }),
      ann.api.patch(path, { name: null }),
      ann.api.patch(path, { userIds: null }),
      ann.api.patch(path, { userIds: [stranger.id] }),
      ann.api.post('/api/groups', {}),
      stranger.api.patch(path, { name: 'Ours' }),
      stranger.api.delete(path),
    ]);

    expect(tried.map(({ status }) => status)).toEqual([409, 400, 200, 400, 400, 404, 404]);
    expect((await ann.api.get('/api/groups')).body).toMatchObject([
      { name: 'Claims', userIds: [] },
      { name: 'Other', userIds: [] },
    ]);
  });

  test('is refused above the maximum number of groups', async () => {
    const { ann, workspaceId } = await makeTeam(system, 'viewer');
    await system.sql.query(
      `INSERT INTO groups (workspace_id, id, name, name_key, created_at)
       SELECT $1, n, n, n, now() FROM (SELECT generate_series(2, $2)::text AS n) AS numbers`,
      [workspaceId, GROUPS_MAX],
    );

    const last = await Promise.all(
      ['a', 'b', 'c'].map((name) => ann.api.post('/api/groups', { name })),
    );

    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

test('a member who leaves the workspace leaves its groups, and every change is published', async () => {
  const team = await makeTeam(system, 'viewer');
  const { ann, ben, workspaceId } = team;
  const group = await aGroup(team);
  await ann.api.patch(`/api/members/${ben.id}`, { role: 'reviewer' });

  await ann.api.delete(`/api/members/${ben.id}`);

  expect((await ann.api.get('/api/groups')).body).toEqual([{ ...group, userIds: [] }]);
  await eventually(() => {
    const told = eventsOf(workspaceId, TOPICS.peopleChanged) as PeopleChanged[];
    expect(told.map(({ version, people, groups }) => ({ version, people, groups }))).toMatchObject([
      { version: 2, people: [{ role: 'admin' }, { role: 'viewer' }] },
      { version: 3, people: [{}, { userId: ben.id, role: 'reviewer' }] },
      { version: 4, people: [{ userId: ann.id }], groups: [{ id: group.id, userIds: [] }] },
    ]);
  });
});

test('a group with work can only be deleted with another group to move it to', async () => {
  const team = await makeTeam(system, 'viewer');
  const { ann } = team;
  const { ann: stranger } = await makeTeam(system, 'viewer');
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  const { body: foreign } = await stranger.api.post('/api/groups', { name: 'Theirs' });
  system.peers.review.groupWork.set(group.id, 3);
  const path = `/api/groups/${group.id}`;

  expect(await ann.api.delete(path)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  for (const moveTo of [group.id, 'unknown', (foreign as { id: string }).id]) {
    const wrong = await ann.api.delete(`${path}?moveTo=${moveTo}`);
    expect(wrong).toMatchObject({ status: 400, body: { fields: { moveTo: expect.any(String) } } });
  }
  expect((await ann.api.delete(`${path}?moveTo=${other.id}`)).status).toBe(200);
  expect((await ann.api.get('/api/groups')).body).toEqual([other]);
});

test('a group with more work than one call moves is deleted after all of it was moved', async () => {
  const team = await makeTeam(system, 'viewer');
  const { review } = system.peers;
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  review.groupWork.set(group.id, 2_500);
  review.groupWorkPages.push(true, true);

  const deleted = await team.ann.api.delete(`/api/groups/${group.id}?moveTo=${other.id}`);

  expect(deleted.status).toBe(200);
  expect(review.groupWork.get(other.id)).toBe(2_500);
});

test('moves the work of a group even if that takes longer than an assertion lives', async () => {
  const clock = new FakeClock();
  await using slow = await startTestGateway({ clock });
  const team = await makeTeam(slow, 'viewer');
  const { review } = slow.peers;
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  review.groupWork.set(group.id, 2_500);
  review.groupWorkPages.push(true, true);
  review.beforeGroupMove = async () => {
    clock.advance(120_000);
  };

  const deleted = await team.ann.api.delete(`/api/groups/${group.id}?moveTo=${other.id}`);

  expect(deleted.status).toBe(200);
  expect(review.groupWork.get(other.id)).toBe(2_500);
});

test('a group that receives more work than one call moves during its deletion stays, and can be deleted again', async () => {
  const team = await makeTeam(system, 'viewer');
  const { review } = system.peers;
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  const path = `/api/groups/${group.id}?moveTo=${other.id}`;
  const moves: string[] = [];
  review.beforeGroupMove = async (groupId) => {
    // Its earlier work has been moved by then.
    if (moves.push(groupId) === 2) review.groupWorkPages.push(true);
  };

  const refused = await team.ann.api.delete(path);

  review.beforeGroupMove = () => Promise.resolve();
  expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((refused.body as { error: string }).error).toContain('Delete it again.');
  expect((await team.ann.api.get('/api/groups')).body).toEqual([group, other]);
  expect((await team.ann.api.delete(path)).status).toBe(200);
});

test('a group that rules name can only be deleted with another group in its place', async () => {
  const team = await makeTeam(system, 'viewer');
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  system.peers.review.groupRules.set(group.id, 2);
  const path = `/api/groups/${group.id}`;

  expect(await team.ann.api.delete(path)).toMatchObject({
    ...{ status: 409, body: { error: expect.stringContaining('Rules that need its approval: 2') } },
  });
  expect((await team.ann.api.delete(`${path}?moveTo=${other.id}`)).status).toBe(200);
});

test('a group that receives the work of another group cannot be deleted at the same time', async () => {
  const team = await makeTeam(system, 'viewer');
  const { ann } = team;
  const { review } = system.peers;
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  review.groupWork.set(group.id, 1);
  const deletions: Promise<{ status: number }>[] = [];
  review.beforeGroupMove = async (groupId) => {
    // The last move, of the work that arrived since the first one.
    if (groupId !== group.id || review.groupWork.has(group.id)) return;
    const deletion = ann.api.delete(`/api/groups/${other.id}`);
    deletions.push(deletion);
    // The deletion waits, unless nothing locks the group.
    const held = untilHeldUp(system.sql, 1, 'FROM workspaces');
    await Promise.race([deletion, held]);
  };

  const moved = await ann.api.delete(`/api/groups/${group.id}?moveTo=${other.id}`);

  review.beforeGroupMove = () => Promise.resolve();
  expect(moved.status).toBe(200);
  expect((await Promise.all(deletions)).map(({ status }) => status)).toEqual([409]);
  expect((await ann.api.get('/api/groups')).body).toEqual([other]);
  expect(review.groupWork.get(other.id)).toBe(1);
});

test('a rule cannot name a group that is being deleted', async () => {
  const team = await makeTeam(system, 'admin');
  const { ann, workspaceId } = team;
  const { review } = system.peers;
  const { id: groupId } = await aGroup(team);
  const check = () =>
    system.call(INTERNAL_OPERATIONS.checkApprovalGroup, {
      ...{ workspaceId, groupId, notSubmitter: false },
    });
  const checks: Promise<{ fault: string | null }>[] = [];
  review.beforeGroupMove = async () => {
    const checked = check();
    checks.push(checked);
    // Its rules have been moved, and it still exists.
    const held = untilHeldUp(system.sql, 1, 'FROM groups');
    await Promise.race([checked, held]);
  };
  expect(await check()).toEqual({ fault: null });

  const deleted = await ann.api.delete(`/api/groups/${groupId}`);

  review.beforeGroupMove = () => Promise.resolve();
  expect(deleted.status).toBe(200);
  expect(await Promise.all(checks)).toEqual([{ fault: 'There is no group with this ID.' }]);
});

test.each<[string, 'reviewer' | null, 'post' | 'patch' | 'delete']>([
  ['made by somebody who is demoted', 'reviewer', 'post'],
  ['changed by somebody who is demoted', 'reviewer', 'patch'],
  ['deleted by somebody who is demoted', 'reviewer', 'delete'],
  ['deleted by somebody who is removed', null, 'delete'],
])('no group is %s during the request', async (_, role, method) => {
  const team = await makeTeam(system, 'admin');
  const { ann, ben, workspaceId } = team;
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  const path = method === 'post' ? '/api/groups' : `/api/groups/${group.id}?moveTo=${other.id}`;
  await ann.api.patch(`/api/members/${ben.id}`, { role: 'manager' });
  system.peers.review.groupWork.set(group.id, 1);

  const answer = await sendWhileDemoted(system, { workspaceId, userId: ben.id, role }, () =>
    ben.api[method](path, { name: 'Third' }),
  );

  expect(answer).toMatchObject({
    ...{ status: 403, body: { error: 'You are no longer a manager.', code: 'FORBIDDEN' } },
  });
  const groups = (await ann.api.get('/api/groups')).body as { name: string }[];
  expect(groups.map(({ name }) => name)).toEqual(['Claims', 'Other']);
  expect(system.peers.review.groupWork.get(group.id)).toBe(1);
});

test('changes nothing while review is unreachable', async () => {
  const team = await makeTeam(system, 'viewer');
  const { ann } = team;
  const [group, other] = [await aGroup(team), await aGroup(team, 'Other')];
  system.peers.review.groupRules.set(group.id, 1);
  await system.peers.review.stop();

  const answers = await Promise.all([
    ann.api.post('/api/groups', { name: 'Third' }),
    ann.api.delete(`/api/groups/${group.id}`),
    ann.api.delete(`/api/groups/${group.id}?moveTo=${other.id}`),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect((await ann.api.get('/api/groups')).body).toEqual([group, other]);
  expect(system.peers.review.groupRules.get(group.id)).toBe(1);
});
