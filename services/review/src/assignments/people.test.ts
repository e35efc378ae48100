import { describe, expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS, type PeopleChanged } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually, untilHeldUp, watchReads } from '@output-review/runtime/testing';

import { eventOf, useTestReview } from '../../test/test-review.ts';
import { releaseWork, moveWork } from './assignments.sql.ts';

const t = useTestReview();

const ann = { userId: 'ann', name: 'Ann', role: 'admin' } as const;
const ben = { userId: 'ben', name: 'Ben', role: 'reviewer' } as const;
const CLAIMS = { id: 'g1', name: 'Claims', userIds: ['ann', 'ben'] };
const CASES = { id: 'g2', name: 'Cases', userIds: [] };

const aChange = (given: Partial<PeopleChanged> = {}): PeopleChanged => ({
  ...{ workspaceId: newId(), version: 1, people: [ann, ben] },
  groups: [CLAIMS],
  ...given,
});

const toEvent = (change: PeopleChanged) => ({
  ...eventOf('people.changed', { ...change, id: '' }),
  ...{ key: change.workspaceId, json: JSON.stringify(change) },
});

async function stored(workspaceId: string) {
  const list = async (sql: string) => (await t.sql.query(sql, [workspaceId])).rows;
  return {
    people: await list(
      'SELECT user_id AS "userId", name, role FROM people WHERE workspace_id = $1 ORDER BY 1',
    ),
    groups: await list(
      `SELECT id, name, is_deleted AS "isDeleted" FROM groups WHERE workspace_id = $1 ORDER BY 1`,
    ),
    members: await list(
      `SELECT group_id || '/' || user_id AS member FROM group_members WHERE workspace_id = $1 ORDER BY 1`,
    ),
  };
}

test('the latest version of people and groups wins, in any order and with duplicates', async () => {
  const other = aChange();
  await t.bus.send([toEvent(other)]);
  const first = aChange();
  const { workspaceId } = first;
  const second = aChange({
    ...{ workspaceId, version: 2, people: [ann, { ...ben, role: 'viewer' }] },
    groups: [{ id: 'g2', name: 'Cases', userIds: ['ben'] }],
  });
  const third = aChange({
    workspaceId,
    version: 3,
    people: [ann],
    groups: [{ id: 'g2', name: 'Cases!', userIds: [] }],
  });
  const send = (...changes: PeopleChanged[]) => t.bus.send(changes.map(toEvent));

  await send(first);
  await eventually(async () =>
    expect(await stored(workspaceId)).toEqual({
      people: [ann, ben],
      groups: [{ id: 'g1', name: 'Claims', isDeleted: false }],
      members: [{ member: 'g1/ann' }, { member: 'g1/ben' }],
    }),
  );
  await send(second, first, second);
  await eventually(async () =>
    expect(await stored(workspaceId)).toEqual({
      people: [ann, { ...ben, role: 'viewer' }],
      groups: [
        { id: 'g1', name: 'Claims', isDeleted: true },
        { id: 'g2', name: 'Cases', isDeleted: false },
      ],
      members: [{ member: 'g2/ben' }],
    }),
  );
  await send(third, second);
  await eventually(async () =>
    expect(await stored(workspaceId)).toMatchObject({
      people: [ann, { ...ben, role: null }],
      groups: [{ id: 'g1' }, { id: 'g2', name: 'Cases!' }],
      members: [],
    }),
  );
  expect(await stored(other.workspaceId)).toEqual({
    people: [ann, ben],
    groups: [{ id: 'g1', name: 'Claims', isDeleted: false }],
    members: [{ member: 'g1/ann' }, { member: 'g1/ben' }],
  });
});

test('the gateway can report people and groups ahead of the event; an older report changes nothing', async () => {
  const change = aChange({ version: 2, people: [ann] });
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  const report = async (given: Partial<PeopleChanged> = {}) =>
    gateway.post(INTERNAL_OPERATIONS.applyPeopleChange.path, { ...change, ...given });

  expect((await report()).status).toBe(200);
  expect((await report({ version: 1, people: [ann, ben] })).status).toBe(200);

  expect((await stored(change.workspaceId)).people).toEqual([ann]);
});

test('giving back the work of people and groups that are gone reads no decided outputs', async () => {
  const workspaceId = newId();
  await t.bus.send([
    toEvent(aChange({ workspaceId, groups: [{ id: 'g2', name: 'Cases', userIds: ['ann'] }] })),
  ]);
  await eventually(async () => expect((await stored(workspaceId)).groups).toHaveLength(1));
  await t.sql.query(
    `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status, human_decision,
       assignee_user, assignee_group, rule_approvals)
     SELECT $1, n, now(), now(), now(), true, 'flagged', CASE WHEN n > 3 THEN 'approved' END, 'ben', 'g1',
       '{"groupIds": ["g1"]}'
     FROM generate_series(1, 2003) AS n`,
    [workspaceId],
  );
  await t.sql.query(`UPDATE people SET role = NULL WHERE workspace_id = $1 AND user_id = 'ben'`, [
    workspaceId,
  ]);
  await t.sql.query('ANALYZE outputs');

  const reads = await t.sql.transaction(async (tx) => {
    const watched = { ...tx, ...watchReads(tx) };
    await moveWork(watched, { workspaceId, groupId: 'g1', moveTo: 'g2' });
    await releaseWork(watched, workspaceId);
    return watched.reads;
  });

  expect(Math.max(...reads)).toBeLessThan(20);
});

test.each([
  [INTERNAL_OPERATIONS.applyPeopleChange.path, { people: [ann], groups: [CLAIMS, CASES] }],
  [INTERNAL_OPERATIONS.moveGroupWork.path, { groupId: 'g1', moveTo: 'g2' }],
])('%s locks outputs in the same order as other transactions', async (path, request) => {
  const first = aChange({ groups: [CLAIMS, CASES, { id: 'g3', name: 'Ended', userIds: [] }] });
  const { workspaceId } = first;
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  await gateway.post(INTERNAL_OPERATIONS.applyPeopleChange.path, first);
  await t.sql.query(
    `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status, assignee_user,
       assignee_group, rule_approvals)
     VALUES ($1, 'b', now(), now(), now(), true, 'flagged', NULL, 'g3', '{"groupIds": ["g1"]}'),
       ($1, 'd', now(), now(), now(), true, 'flagged', 'ben', 'g1', NULL)`,
    [workspaceId],
  );

  const [sent] = await t.sql.transaction(async (tx) => {
    const lock = (id: string) =>
      tx.query('SELECT FROM outputs WHERE workspace_id = $1 AND id = $2 FOR UPDATE NOWAIT', [
        ...[workspaceId, id],
      ]);
    await lock('b');
    const answer = gateway.post(path, { workspaceId, version: 2, ...request });
    await untilHeldUp(tx, 1, 'deadline_acted_at');
    await lock('d');
    return [answer];
  });

  expect((await sent)?.status).toBe(200);
});

describe('a person who leaves with more work than one transaction gives back', () => {
  const OUTPUTS = 2_100;

  /** A workspace that Ben leaves, and how much of his work is left in it. */
  async function aLeaver() {
    const first = aChange();
    const { workspaceId } = first;
    await t.bus.send([toEvent(first)]);
    await eventually(async () => expect((await stored(workspaceId)).groups).toHaveLength(1));
    await t.sql.query(
      `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status, assignee_user,
         assignee_group)
       SELECT $1, n, now(), now(), now(), true, 'flagged', 'ben', 'g1' FROM generate_series(1, $2::int) AS n`,
      [workspaceId, OUTPUTS],
    );
    const gone = aChange({ workspaceId, version: 2, people: [ann] });
    const counted = async (sql: string) =>
      (await t.sql.query<{ n: number }>(sql, [workspaceId])).rows.map(({ n }) => n);
    const held = () =>
      counted(
        `SELECT count(*)::int AS n FROM outputs WHERE workspace_id = $1 AND assignee_user = 'ben'`,
      );
    /** The number of outputs that each transaction gave back. */
    const pages = () =>
      counted(
        `SELECT count(*)::int AS n FROM output_events WHERE workspace_id = $1 AND event = 'assigned'
         GROUP BY xid ORDER BY xid`,
      );
    return { gone, held, pages };
  }

  test('has it given back in several transactions, so that other transactions wait only briefly', async () => {
    const { gone, held, pages } = await aLeaver();

    await t.bus.send([toEvent(gone)]);

    await eventually(async () => expect(await held()).toEqual([0]));
    expect(await pages()).toEqual([1_000, 1_000, 100]);
  });

  test('has a part given back ahead of the event, and the rest with it', async () => {
    const { gone, held } = await aLeaver();
    const gateway = await t.as({ kind: 'service', service: 'gateway' });

    await gateway.post(INTERNAL_OPERATIONS.applyPeopleChange.path, gone);
    expect(await held()).toEqual([OUTPUTS - 1_000]);
    await t.bus.send([toEvent(gone)]);

    await eventually(async () => expect(await held()).toEqual([0]));
  });
});
