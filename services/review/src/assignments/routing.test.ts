import { describe, expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS, type OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { asDeadlockVictim, eventually, untilHeldUp } from '@output-review/runtime/testing';

import { startReview } from '../service.ts';
import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const ROLES = { ann: 'manager', ben: 'reviewer' } as const;
const CLAIMS = { kind: 'group', id: 'claims', name: 'CLAIMS' };
const CASES = { kind: 'group', id: 'cases', name: 'CASES' };
const BOSSES = { kind: 'group', id: 'bosses', name: 'BOSSES' };
const BEN = { kind: 'user', id: 'ben', name: 'BEN' };

interface Groups {
  readonly reviewGroupId?: string | null;
  readonly escalationGroupId?: string | null;
}

/** A workspace with people and groups whose project `p` has the given routes. */
async function aTeam(routes: Groups = {}) {
  const workspaceId = newId();
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  let version = 0;
  const tell = async (ids: readonly string[], roles: Partial<typeof ROLES> = ROLES) => {
    version += 1;
    const people = Object.entries(roles).map(([userId, role]) => ({
      ...{ userId, role, name: userId.toUpperCase() },
    }));
    const groups = ids.map((id) => ({ id, name: id.toUpperCase(), userIds: ['ben'] }));
    const change = { workspaceId, version, people, groups };
    const { status } = await gateway.post(INTERNAL_OPERATIONS.applyPeopleChange.path, change);
    expect(status).toBe(200);
  };
  const route = async (id: string, groups: Groups) => {
    version += 1;
    const entry =
      id === 'p' ? { kind: 'project', projectId: null } : { kind: 'task', projectId: 'p' };
    const change = {
      ...{ workspaceId, id, ...entry, name: id, aliasKeys: [], version, deleted: false },
      ...{ sampleRate: null, reviewGroupId: null, escalationGroupId: null, ...groups },
    };
    const { path } = INTERNAL_OPERATIONS.applyProjectChanges;
    expect((await gateway.post(path, { changes: [change] })).status).toBe(200);
  };
  await tell(['claims', 'cases', 'bosses']);
  await route('p', routes);
  // New for each call, because the clock moves on.
  const ann = () => t.as(aPerson(workspaceId, 'manager', 'ann'));
  const shown = async (id: string) =>
    (await (await ann()).get(`/api/logs/${id}`)).body as Record<string, unknown>;
  const patch = async (path: string, body: object) => {
    const { status, body: answer } = await (await ann()).patch(`/api/logs/${path}`, body);
    expect({ status, answer }).toMatchObject({ status: 200 });
  };
  const anOutput = (given: Partial<OutputsSubmitted> = {}) =>
    aSubmission({ workspaceId, projectId: 'p', ...given });
  const output = async (
    outcome: 'pass' | 'fail' | 'error' = 'fail',
    given: Partial<OutputsSubmitted> = {},
  ) => {
    const submitted = anOutput(given);
    await t.submit(submitted);
    await t.evaluate(anEvaluation(submitted, { outcome }));
    return submitted.id;
  };
  const assigneeOf = async (id: string) => (await shown(id))['assignee'];
  const assign = (id: string, holder: object) => patch(`${id}/assignee`, holder);
  /** The stream events, by output. */
  const told = async () => {
    const { rows } = await t.sql.query<{ id: string; assignees: unknown[] }>(
      `SELECT output_id AS id, json_agg(assignee ORDER BY xid, n) AS assignees FROM output_events
       WHERE workspace_id = $1 AND event = 'assigned' GROUP BY output_id`,
      [workspaceId],
    );
    return new Map(rows.map(({ id, assignees }) => [id, assignees]));
  };
  const moveWork = (groupId: string, moveTo?: string) =>
    gateway.post('/internal/groups/move', { workspaceId, groupId, moveTo });
  return {
    ...{ workspaceId, tell, route, ann, shown, patch, anOutput, output },
    ...{ assigneeOf, assign, told, moveWork },
  };
}

describe('a flagged output', () => {
  test('goes to the review group of its task, or else of its project, whatever flagged it', async () => {
    const team = await aTeam({ reviewGroupId: 'claims' });
    await team.route('refunds', { reviewGroupId: 'cases' });
    await team.route('other', {});
    const ids = [
      await team.output('fail'),
      await team.output('error'),
      await team.output('pass', { requireApproval: true }),
      await team.output('fail', { taskId: 'other', taskName: 'Other' }),
      await team.output('fail', { taskId: 'refunds', taskName: 'Refunds' }),
    ];
    const resultFirst = team.anOutput();
    await t.evaluate(anEvaluation(resultFirst, { outcome: 'fail' }));
    await t.submit(resultFirst);
    const passed = await team.output('pass');
    const found = async () => Promise.all([...ids, resultFirst.id].map(team.assigneeOf));

    const expected = [CLAIMS, CLAIMS, CLAIMS, CLAIMS, CASES, CLAIMS];
    await eventually(async () => expect(await found()).toEqual(expected));
    expect(await team.assigneeOf(passed)).toBeNull();
    await team.patch(`${passed}/status`, { status: 'flagged', reason: 'Wrong' });
    expect(await team.assigneeOf(passed)).toEqual(CLAIMS);
    const told = [...(await team.told()).values()];
    expect(told).toHaveLength(7);
    expect(told.every((assignees) => assignees.length === 1)).toBe(true);
  });

  test('stays unassigned without a route, also next to a workspace that has routes', async () => {
    await aTeam({ reviewGroupId: 'claims' });
    const team = await aTeam({ escalationGroupId: 'bosses' });
    expect(await team.assigneeOf(await team.output('fail'))).toBeNull();
    await team.route('p', { reviewGroupId: 'claims' });
    const later = await team.output('fail');
    await eventually(async () => expect(await team.assigneeOf(later)).toEqual(CLAIMS));
    expect((await team.told()).size).toBe(1);
    await team.route('p', {});
    expect(await team.assigneeOf(await team.output('fail'))).toBeNull();
  });

  test('keeps its assignee when it is evaluated again or flagged', async () => {
    const team = await aTeam({ reviewGroupId: 'claims' });
    const id = await team.output('fail');
    await eventually(async () => expect(await team.assigneeOf(id)).toEqual(CLAIMS));
    await team.assign(id, { userId: 'ben' });
    await (await team.ann()).post(`/api/logs/${id}/evaluate`);
    await t.evaluate(anEvaluation({ ...team, id }, { outcome: 'error', run: 2 }));
    await eventually(async () => expect(await team.shown(id)).toMatchObject({ status: 'error' }));
    await team.patch(`${id}/decision`, { decision: 'approved' });
    await team.patch(`${id}/status`, { status: 'flagged' });

    expect(await team.assigneeOf(id)).toEqual(BEN);
    expect((await team.told()).get(id)).toEqual([CLAIMS, BEN]);
  });

  test('returns to the group if the assignee left while it was decided', async () => {
    const team = await aTeam({ reviewGroupId: 'cases' });
    const [id, direct] = [await team.output('fail'), await team.output('fail')];
    await team.assign(id, { groupId: 'claims' });
    await team.assign(direct, { groupId: null });
    for (const each of [id, direct]) {
      await team.assign(each, { userId: 'ben' });
      await team.patch(`${each}/decision`, { decision: 'approved' });
    }
    await team.tell(['claims', 'cases'], { ann: 'manager' });
    for (const each of [id, direct]) await team.patch(`${each}/status`, { status: 'flagged' });

    expect(await team.assigneeOf(id)).toEqual(CLAIMS);
    expect(await team.assigneeOf(direct)).toEqual(CASES);
  });
});

describe('a deleted group', () => {
  test('gets no outputs: its successor does, or nobody', async () => {
    const team = await aTeam({ reviewGroupId: 'claims', escalationGroupId: 'bosses' });
    await team.moveWork('claims', 'cases');
    await team.tell(['cases', 'bosses']);
    const moved = await team.output('fail');
    await eventually(async () => expect(await team.assigneeOf(moved)).toEqual(CASES));
    await team.tell(['bosses']);

    expect(await team.assigneeOf(moved)).toBeNull();
    expect(await team.assigneeOf(await team.output('fail'))).toBeNull();
  });

  test('does not deadlock with its successor, if that is deleted in its favor at the same time', async () => {
    const team = await aTeam({});
    const { moving } = await asDeadlockVictim(t.sql, async (tx) => {
      const lock = (id: string) =>
        tx.query('SELECT FROM groups WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [
          ...[team.workspaceId, id],
        ]);
      await lock('cases');
      const move = team.moveWork('claims', 'cases');
      await untilHeldUp(tx, 1, 'groups');
      await lock('claims');
      return { moving: move };
    });

    expect(await moving).toMatchObject({ status: 200, body: { left: 0 } });
  });

  test('keeps no output that is flagged while the group is deleted', async () => {
    const team = await aTeam({ reviewGroupId: 'claims' });
    const outputs = Array.from({ length: 60 }, () => team.anOutput());
    await t.submit(...outputs);
    await team.moveWork('claims', 'cases');
    await Promise.all([
      ...outputs.map((output) => t.evaluate(anEvaluation(output, { outcome: 'fail' }))),
      team.tell(['cases']),
    ]);

    await eventually(async () => {
      const { body } = await (await team.ann()).get('/api/logs?assignee=cases');
      expect(body).toMatchObject({ total: outputs.length });
    });
  });

  test('waits for a flag that gives it an output, which then moves on', async () => {
    const team = await aTeam({ reviewGroupId: 'claims' });
    const { workspaceId } = team;
    const id = await team.output('pass');
    await team.moveWork('claims', 'cases');
    const ann = await team.ann();

    const pending = await t.sql.transaction(async (tx) => {
      // A flag writes its reason after it has assigned the output.
      await tx.query('SELECT FROM output_results WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
        ...[workspaceId, id],
      ]);
      const flagging = ann.patch(`/api/logs/${id}/status`, { status: 'flagged' });
      await untilHeldUp(tx, 1, 'output_results');
      const deleting = team.tell(['cases']);
      await untilHeldUp(tx, 1, 'FROM groups');
      return [flagging, deleting];
    });
    await Promise.all(pending);

    expect(await team.assigneeOf(id)).toEqual(CASES);
  });
});

const MINUTE_MS = 60_000;

describe('an escalating deadline', () => {
  const soon = () => ({ respondBy: 'PT10M', acceptedAt: t.clock.now().toISOString() });

  test('moves the output to the escalation group, whoever has it; other deadlines do not', async () => {
    const team = await aTeam({ reviewGroupId: 'claims', escalationGroupId: 'bosses' });
    const [waiting, taken] = [
      await team.output('fail', soon()),
      await team.output('error', soon()),
    ];
    const rejected = await team.output('fail', { ...soon(), onDeadline: 'reject' });
    await eventually(async () => expect(await team.assigneeOf(rejected)).toEqual(CLAIMS));
    await team.assign(taken, { userId: 'ben' });
    t.clock.advance(10 * MINUTE_MS);

    for (const id of [waiting, taken]) {
      await eventually(async () => expect(await team.assigneeOf(id)).toEqual(BOSSES));
    }
    await eventually(async () =>
      expect(await team.shown(rejected)).toMatchObject({
        ...{ humanDecision: 'rejected', assignee: CLAIMS },
      }),
    );
    const told = await team.told();
    expect(told.get(waiting)).toEqual([CLAIMS, BOSSES]);
    expect(told.get(taken)).toEqual([CLAIMS, BEN, BOSSES]);
  });

  test('leaves the assignee as it is without an escalation group', async () => {
    const team = await aTeam({ reviewGroupId: 'claims' });
    const id = await team.output('fail', soon());
    t.clock.advance(10 * MINUTE_MS);

    await eventually(async () =>
      expect(await team.shown(id)).toMatchObject({
        ...{ escalatedAt: expect.any(String), assignee: CLAIMS },
      }),
    );
  });
});

test('two instances assign each output once when it is flagged and once when it is escalated', async () => {
  const team = await aTeam({ reviewGroupId: 'claims', escalationGroupId: 'bosses' });
  const other = await startReview(t.options);
  try {
    const acceptedAt = t.clock.now().toISOString();
    const outputs = Array.from({ length: 200 }, () =>
      team.anOutput({ acceptedAt, respondBy: 'PT1S' }),
    );
    // Both consume every event, in different batches.
    await Promise.all(
      outputs.map(async (output) => {
        await t.submit(output);
        await t.evaluate(anEvaluation(output, { outcome: 'fail' }));
      }),
    );
    await eventually(async () => expect((await team.told()).size).toBe(outputs.length));
    t.clock.advance(1_000);

    await eventually(async () => {
      const told = [...(await team.told()).values()];
      expect(told.filter((assignees) => assignees.length > 1)).toHaveLength(outputs.length);
    });
    for (const assignees of (await team.told()).values()) {
      expect(assignees).toEqual([CLAIMS, BOSSES]);
    }
  } finally {
    await other.stop();
  }
}, 60_000);
