import { describe, expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS, type PeopleChanged, type Role } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { ALL_CONNECTIONS, eventually, untilHeldUp } from '@output-review/runtime/testing';

import { startFollowing } from '../../test/following.ts';
import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview(ALL_CONNECTIONS);

const ROLES_OF = { ann: 'manager', ben: 'reviewer', cho: 'reviewer', vic: 'viewer' } as const;
type Name = keyof typeof ROLES_OF;

/** A workspace with people and two groups, as reported by the gateway. */
async function aTeam() {
  const workspaceId = newId();
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  const groups = [
    { id: 'claims', name: 'Claims', userIds: ['ben'] },
    { id: 'cases', name: 'Cases', userIds: [] },
  ];
  let version = 0;
  const tell = async (
    roles: Partial<Record<Name, Role>>,
    told: PeopleChanged['groups'] = groups,
  ) => {
    version += 1;
    const people = Object.entries(roles).map(([userId, role]) => ({
      ...{ userId, role, name: userId.toUpperCase() },
    }));
    const change = { workspaceId, version, people, groups: told };
    const { status } = await gateway.post(INTERNAL_OPERATIONS.applyPeopleChange.path, change);
    expect(status).toBe(200);
  };
  const as = (name: Name) => t.as(aPerson(workspaceId, ROLES_OF[name], name));
  await tell(ROLES_OF);
  const [ann, ben] = [await as('ann'), await as('ben')];
  const output = async () => (await t.submitEvaluated('fail', { workspaceId })).id;
  const assigneeOf = async (id: string) =>
    ((await ann.get(`/api/logs/${id}`)).body as { assignee: unknown }).assignee;
  const moveWork = async (groupId: string, moveTo?: string) =>
    (await gateway.post('/internal/groups/move', { workspaceId, groupId, moveTo })).body;
  return { workspaceId, groups, tell, ann, ben, output, assigneeOf, moveWork };
}

const path = (id: string) => `/api/logs/${id}/assignee`;
const BEN = { kind: 'user', id: 'ben', name: 'BEN' };
const CLAIMS = { kind: 'group', id: 'claims', name: 'Claims' };
const CASES = { kind: 'group', id: 'cases', name: 'Cases' };

describe('an assignment', () => {
  test('lets a manager assign anyone; a reviewer can take an output or give it back to the group', async () => {
    const { ann, ben, output, assigneeOf } = await aTeam();
    const id = await output();
    expect(await assigneeOf(id)).toBeNull();

    const toGroup = await ann.patch(path(id), { groupId: 'claims' });
    expect(toGroup).toMatchObject({ status: 200, body: { ok: true, id, assignee: CLAIMS } });
    expect((await ben.patch(path(id), { userId: 'ben' })).body).toMatchObject({ assignee: BEN });
    expect((await ben.patch(path(id), { userId: null })).body).toMatchObject({ assignee: CLAIMS });
    expect((await ann.patch(path(id), { userId: 'cho' })).status).toBe(200);
    const refused = [
      await ben.patch(path(id), { userId: null }),
      await ben.patch(path(id), { groupId: null }),
      await ben.patch(path(id), { groupId: 'cases' }),
      await ben.patch(path(id), { userId: 'ann' }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await assigneeOf(id)).toMatchObject({ id: 'cho' });
    expect((await ann.patch(path(id), { groupId: null })).body).toMatchObject({ assignee: null });
  });

  test('to an unknown user, a viewer, an unknown group or nobody is refused and changes nothing', async () => {
    const { ann, output, assigneeOf } = await aTeam();
    const id = await output();
    await ann.patch(path(id), { groupId: 'claims' });
    const wrong = [
      { userId: 'stranger' },
      { userId: 'vic' },
      { groupId: 'unknown' },
      { userId: 'ben', groupId: 'unknown' },
      {},
    ];
    for (const body of wrong) expect((await ann.patch(path(id), body)).status).toBe(400);

    expect(await assigneeOf(id)).toEqual(CLAIMS);
  });

  test('is possible only for outputs that need a decision', async () => {
    const { workspaceId, ann, output } = await aTeam();
    const pending = aSubmission({ workspaceId });
    await t.submit(pending);
    const decided = await output();
    await ann.patch(`/api/logs/${decided}/decision`, { decision: 'approved' });
    const passed = await t.submitEvaluated('pass', { workspaceId });
    const foreign = await t.submitEvaluated('fail');
    const tried = [];
    for (const id of [pending.id, decided, passed.id, foreign.id]) {
      const { body } = await ann.patch(path(id), { userId: 'ben' });
      tried.push((body as { code: string }).code);
    }

    expect(tried).toEqual(['STILL_EVALUATING', 'ALREADY_DECIDED', 'CONFLICT', 'NOT_FOUND']);
  });

  test('can be searched: mine, my groups’, unassigned, a person’s, a group’s', async () => {
    const { ann, ben, output } = await aTeam();
    const [own, ofGroup, ofOther] = [await output(), await output(), await output()];
    const unassigned = await output();
    await ann.patch(path(own), { userId: 'ben' });
    await ann.patch(path(ofGroup), { groupId: 'claims' });
    await ann.patch(path(ofOther), { groupId: 'cases' });
    const found = async (assignee: string) => {
      const { body } = await ben.get(`/api/logs?assignee=${assignee}`);
      const { executions, total } = body as { executions: { id: string }[]; total: number };
      expect(total).toBe(executions.length);
      return executions.map(({ id }) => id).sort();
    };

    expect(await found('me')).toEqual([own, ofGroup].sort());
    expect(await found('none')).toEqual([unassigned]);
    expect(await found('ben')).toEqual([own]);
    expect(await found('claims')).toEqual([ofGroup]);
    expect(await found('cases')).toEqual([ofOther]);
  });
});

describe('assigning in bulk', () => {
  test('lets a manager assign to anyone and skips outputs that need no decision', async () => {
    const { workspaceId, ann, output, assigneeOf } = await aTeam();
    const [one, other, decided] = [await output(), await output(), await output()];
    await ann.patch(`/api/logs/${decided}/decision`, { decision: 'approved' });
    const passed = await t.submitEvaluated('pass', { workspaceId });
    const pending = aSubmission({ workspaceId });
    await t.submit(pending);
    const ids = [one, other, one, decided, passed.id, pending.id];
    const assign = async (holder: object) =>
      (await ann.patch('/api/logs/bulk', { ids, action: 'assign', ...holder })).body;
    const skipped = [
      { id: decided, code: 'ALREADY_DECIDED' },
      { id: passed.id, code: 'CONFLICT' },
      { id: pending.id, code: 'STILL_EVALUATING' },
    ];

    expect(await assign({ groupId: 'claims' })).toEqual({ ok: true, count: 2, skipped });
    expect([await assigneeOf(one), await assigneeOf(other)]).toEqual([CLAIMS, CLAIMS]);
    await assign({ userId: 'ben' });
    expect([await assigneeOf(one), await assigneeOf(other)]).toEqual([BEN, BEN]);
    await assign({ userId: null });
    expect(await assigneeOf(one)).toEqual(CLAIMS);
    await assign({ groupId: null });
    expect(await assigneeOf(one)).toBeNull();
    expect(await assigneeOf(decided)).toBeNull();
  });

  test('lets a reviewer assign to themselves or give back, and skips outputs of others', async () => {
    const { ann, ben, output, assigneeOf } = await aTeam();
    const [free, own, foreign] = [await output(), await output(), await output()];
    await ann.patch(path(own), { groupId: 'claims', userId: 'ben' });
    await ann.patch(path(foreign), { userId: 'cho' });
    const ids = [free, own, foreign];
    const assign = async (holder: object) =>
      (await ben.patch('/api/logs/bulk', { ids, action: 'assign', ...holder })).body;

    const forbidden = ids.map((id) => ({ id, code: 'FORBIDDEN' }));
    expect(await assign({ groupId: 'cases' })).toEqual({ ok: true, count: 0, skipped: forbidden });
    const notOwn = { skipped: [{ id: foreign, code: 'FORBIDDEN' }] };
    expect(await assign({ userId: null })).toMatchObject({ count: 2, ...notOwn });
    expect([await assigneeOf(free), await assigneeOf(own)]).toEqual([null, CLAIMS]);
    expect(await assign({ userId: 'ben' })).toMatchObject({ count: 3 });
    expect(await assigneeOf(foreign)).toEqual(BEN);
  });

  test('to an unknown assignee, or without one, is refused and changes nothing', async () => {
    const { ann, output, assigneeOf } = await aTeam();
    const id = await output();
    await ann.patch(path(id), { groupId: 'claims' });
    const wrong = [{}, { userId: 'stranger' }, { userId: 'vic' }, { groupId: 'unknown' }];
    for (const holder of wrong) {
      const body = { ids: [id], action: 'assign', ...holder };
      expect((await ann.patch('/api/logs/bulk', body)).status).toBe(400);
    }

    expect(await assigneeOf(id)).toEqual(CLAIMS);
  });
});

describe('a person who loses access', () => {
  test.each([
    ['leaves', {}],
    ['becomes a viewer', { ben: 'viewer' }],
  ] as const)('%s and gives work back to the group it came from', async (_, now) => {
    const { tell, ann, output, assigneeOf } = await aTeam();
    const [fromGroup, direct, decided] = [await output(), await output(), await output()];
    await ann.patch(path(fromGroup), { groupId: 'claims' });
    for (const id of [fromGroup, direct, decided]) await ann.patch(path(id), { userId: 'ben' });
    await ann.patch(`/api/logs/${decided}/decision`, { decision: 'approved' });

    await tell({ ann: 'manager', ...now });

    expect(await assigneeOf(fromGroup)).toEqual(CLAIMS);
    expect(await assigneeOf(direct)).toBeNull();
    expect(await assigneeOf(decided)).toEqual(BEN);
    expect((await ann.patch(path(direct), { userId: 'ben' })).status).toBe(400);
  });

  test('keeps nothing that was assigned at the same moment', async () => {
    const { tell, ann, output, assigneeOf } = await aTeam();
    const ids = await Promise.all(Array.from({ length: 10 }, output));

    await Promise.all([
      ...ids.map((id) => ann.patch(path(id), { userId: 'ben' })),
      tell({ ann: 'manager' }),
    ]);

    expect(await Promise.all(ids.map(assigneeOf))).toEqual(ids.map(() => null));
  });
});

describe('the work of a group', () => {
  test('includes outputs that need its approval; the demand moves with the work', async () => {
    const { workspaceId, ann, moveWork } = await aTeam();
    const demand = (groupIds: string[]) => ({
      ...{ workspaceId, requireApproval: true },
      approvals: { needed: 2, notSubmitter: false, groupIds },
    });
    const { id } = await t.submitEvaluated('fail', demand(['claims']));
    const both = await t.submitEvaluated('fail', demand(['claims', 'cases']));
    const rejected = await t.submitEvaluated('fail', demand(['claims']));
    await ann.patch(`/api/logs/${rejected.id}/decision`, { decision: 'rejected' });
    const groupsOf = async (logId: string) =>
      ((await ann.get(`/api/logs/${logId}`)).body as { approvals: { groups: object[] } }).approvals
        .groups;

    expect(await moveWork('claims')).toEqual({ left: 2 });
    expect(await groupsOf(id)).toEqual([{ id: 'claims', name: 'Claims', isGiven: false }]);
    expect(await moveWork('claims', 'cases')).toEqual({ left: 0 });

    const cases = [{ id: 'cases', name: 'Cases', isGiven: false }];
    expect(await groupsOf(id)).toEqual(cases);
    expect(await groupsOf(both.id)).toEqual(cases);
    // The message of its submission once more.
    await t.submit(both);
    expect(await groupsOf(both.id)).toEqual(cases);
    expect(await groupsOf(rejected.id)).toMatchObject([{ id: 'claims' }]);
  });

  test('is counted and moved, and outputs assigned meanwhile follow', async () => {
    const { tell, groups, ann, output, assigneeOf, moveWork } = await aTeam();
    const [waiting, taken, late] = [await output(), await output(), await output()];
    for (const id of [waiting, taken]) await ann.patch(path(id), { groupId: 'claims' });
    await ann.patch(path(taken), { userId: 'ben' });

    expect(await moveWork('claims')).toEqual({ left: 2 });
    expect(await moveWork('claims', 'unknown')).toEqual({ left: 2 });
    expect(await moveWork('claims', 'cases')).toEqual({ left: 0 });
    expect(await assigneeOf(waiting)).toEqual(CASES);
    await ann.patch(path(late), { groupId: 'claims' });
    await tell(ROLES_OF, groups.slice(1));

    expect(await assigneeOf(late)).toEqual(CASES);
    expect(await assigneeOf(taken)).toEqual(BEN);
    expect((await ann.patch(path(taken), { userId: null })).body).toMatchObject({
      assignee: CASES,
    });
    expect((await ann.patch(path(late), { groupId: 'claims' })).status).toBe(400);
  });

  test('is moved page by page, including outputs that passed since', async () => {
    const { workspaceId, moveWork } = await aTeam();
    await t.sql.query(
      `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status, assignee_group,
         rule_approvals)
       SELECT $1, n, now(), now(), now(), true, CASE WHEN n > 100 THEN 'flagged' ELSE 'pass' END, 'claims',
         '{"groupIds": ["claims"]}'
       FROM generate_series(1, 2100) AS n`,
      [workspaceId],
    );
    const counted = async (sql: string) =>
      (await t.sql.query<{ n: number }>(sql, [workspaceId])).rows.map(({ n }) => n);

    expect(await moveWork('claims')).toEqual({ left: 2_000 });
    const calls = [];
    for (let n = 0; n < 3; n += 1) calls.push(await moveWork('claims', 'cases'));

    const more = { left: 1, hasMore: true };
    expect(calls).toEqual([more, more, { left: 0 }]);
    expect(
      await counted(
        `SELECT count(*)::int AS n FROM output_events WHERE workspace_id = $1 AND event = 'assigned'
         GROUP BY xid ORDER BY xid`,
      ),
    ).toEqual([1_000, 1_000, 100]);
    expect(
      await counted(
        `SELECT count(*)::int AS n FROM outputs WHERE workspace_id = $1
         GROUP BY assignee_group, status, rule_approvals ORDER BY 1`,
      ),
    ).toEqual([100, 2_000]);
  });

  test('excludes outputs that passed since, unless they are samples', async () => {
    const { workspaceId, tell, groups, ann, output, assigneeOf, moveWork } = await aTeam();
    const [passed, sampled] = [await output(), await output()];
    for (const id of [passed, sampled]) {
      await ann.patch(path(id), { groupId: 'claims' });
      expect((await ann.post(`/api/logs/${id}/evaluate`)).status).toBe(202);
      expect(await moveWork('claims')).toEqual({ left: 1 });
      await t.evaluate(anEvaluation({ workspaceId, id }, { run: 2 }));
      expect(await moveWork('claims')).toEqual({ left: 0 });
    }
    await t.sql.query('UPDATE outputs SET sampled = true WHERE id = $1', [sampled]);
    expect(await moveWork('claims')).toEqual({ left: 1 });

    await tell(ROLES_OF, groups.slice(1));
    expect(await assigneeOf(passed)).toBeNull();
  });

  test('goes to nobody if its successor is deleted, too', async () => {
    const { tell, ann, output, assigneeOf, moveWork } = await aTeam();
    await moveWork('claims', 'cases');
    const late = await output();
    await ann.patch(path(late), { groupId: 'claims' });

    await tell(ROLES_OF, []);

    expect(await assigneeOf(late)).toBeNull();
  });

  test.each([
    ['person', { userId: 'ben' }, { ann: 'manager' }],
    ['group', { groupId: 'claims' }, ROLES_OF],
  ] as const)(
    'is not kept by a %s that goes during the assignment',
    async (kind, wanted, roles) => {
      const { workspaceId, tell, ann, output, assigneeOf } = await aTeam();
      const id = await output();

      const pending = await t.sql.transaction(async (tx) => {
        await tx.query('SELECT FROM outputs WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
          ...[workspaceId, id],
        ]);
        const assigning = ann.patch(path(id), wanted);
        await untilHeldUp(tx, 1, 'deadline_acted_at');
        const leaving = tell(roles, kind === 'group' ? [] : undefined);
        await untilHeldUp(tx, 2);
        return [assigning, leaving];
      });
      await Promise.all(pending);

      expect(await assigneeOf(id)).toBeNull();
    },
  );
});

test('streams report each assignment', async () => {
  const { workspaceId, tell, ann, output } = await aTeam();
  const id = await output();
  const following = await startFollowing(t);
  const reader = await following.followFromNow(workspaceId);

  await ann.patch(path(id), { userId: 'ben' });
  await tell({ ann: 'manager' });

  // The event that it was evaluated may arrive only now.
  const seen = () => reader.events.filter(({ event }) => event !== 'evaluated');
  await eventually(() => expect(seen()).toHaveLength(2));
  expect(seen().map(({ event, data }) => [event, data['id'], data['assignee']])).toEqual([
    ['assigned', id, BEN],
    ['assigned', id, null],
  ]);
  reader.close();
  await following.stop();
});
