import { describe, expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS, projectsChanged, type Role } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { type ApiClient, eventually } from '@output-review/runtime/testing';

import { auditEvent, HIDDEN, makeAuditReader } from '../../test/audit-records.ts';
import { aPerson, eventOf, startTestReview, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const VIEWS = '/api/views';

const person = (workspaceId: string, name: string, role: Role = 'reviewer') =>
  t.as(aPerson(workspaceId, role, name));

async function aTeam() {
  const workspaceId = newId();
  return {
    workspaceId,
    ann: await person(workspaceId, 'ann'),
    ben: await person(workspaceId, 'ben'),
    boss: await person(workspaceId, 'boss', 'manager'),
    guest: await person(workspaceId, 'guest', 'viewer'),
  };
}

interface ViewBody {
  readonly id: string;
  readonly name: string;
  readonly faults: Record<string, string>;
  readonly count: number | null;
}

const make = async (api: ApiClient, body: object): Promise<ViewBody> => {
  const answer = await api.post(VIEWS, body);
  expect(answer.status).toBe(201);
  return answer.body as ViewBody;
};

const list = async (api: ApiClient, query = ''): Promise<ViewBody[]> =>
  (await api.get(`${VIEWS}${query}`)).body as ViewBody[];

const namesOf = async (api: ApiClient): Promise<string[]> =>
  (await list(api)).map(({ name }) => name);

const makeProject = (workspaceId: string, id: string, deleted = false) =>
  t.bus.send([
    eventOf('projects.changed', {
      ...{ ...projectsChanged.examples.valid, workspaceId, kind: 'project', id, projectId: null },
      ...{ name: `Project ${id}`, aliasKeys: [], version: deleted ? 2 : 1, deleted },
    }),
  ]);

describe('a view', () => {
  test('belongs to its creator, and no one else can change or delete it', async () => {
    const { ann, ben, boss } = await aTeam();

    const made = await make(ann, {
      ...{ name: ' Errors ', page: 'outputs', query: '?status=error&sortBy=costUsd' },
      columns: ['timestamp', 'costUsd'],
    });
    const path = `${VIEWS}/${made.id}`;
    const changed = await ann.patch(path, { name: 'Mine', query: '', columns: null });
    const others = [await ben.patch(path, { name: 'His' }), await boss.delete(path)];

    expect(made).toMatchObject({
      ...{ name: 'Errors', page: 'outputs', query: 'status=error&sortBy=costUsd' },
      ...{ columns: ['timestamp', 'costUsd'], isShared: false, ownerId: 'ann' },
      ...{ faults: {}, count: null },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: made.id, name: 'Mine', query: '', columns: null },
    });
    expect(others.map(({ status }) => status)).toEqual([404, 404]);
    expect([await namesOf(ann), await namesOf(ben)]).toEqual([['Mine'], []]);
    expect((await ann.delete(path)).body).toEqual({ ok: true });
    expect(await namesOf(ann)).toEqual([]);
    expect((await ann.delete(path)).status).toBe(404);
  });

  test('can be shared, changed and unshared by managers only', async () => {
    const { ann, boss, guest } = await aTeam();
    const own = await make(ann, { name: 'Own', page: 'queue' });
    const shared = await make(boss, { name: 'Team', page: 'queue', isShared: true });
    const path = `${VIEWS}/${shared.id}`;

    const refused = [
      await ann.post(VIEWS, { name: 'Mine', page: 'queue', isShared: true }),
      await ann.patch(`${VIEWS}/${own.id}`, { isShared: true }),
      await ann.patch(path, { name: 'Ours' }),
      await ann.patch(path, { isShared: false }),
      await ann.delete(path),
    ];

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await namesOf(guest)).toEqual(['Team']);
    expect(await namesOf(ann)).toEqual(['Team', 'Own']);
    await t.sql.query(`UPDATE views SET owner_id = 'gone' WHERE id = $1`, [shared.id]);
    expect((await boss.patch(path, { isShared: false })).body).toMatchObject({ ownerId: 'boss' });
    expect([await namesOf(guest), await namesOf(boss)]).toEqual([[], ['Team']]);
  });

  test('has a unique name within its list and page, also under concurrent requests', async () => {
    const { ann, ben, boss } = await aTeam();
    const view = { name: 'Late', page: 'queue' };

    const answers = await Promise.all(Array.from({ length: 8 }, () => ann.post(VIEWS, view)));
    const free = [
      await ann.post(VIEWS, { ...view, page: 'outputs' }),
      await ben.post(VIEWS, view),
      await boss.post(VIEWS, { ...view, isShared: true }),
    ];
    const again = await ann.post(VIEWS, { ...view, name: 'LATE' });
    const other = await make(ann, { name: 'Other', page: 'queue' });
    const renamed = await ann.patch(`${VIEWS}/${other.id}`, { name: 'late' });

    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(free.map(({ status }) => status)).toEqual([201, 201, 201]);
    const taken = { status: 409, body: { code: 'CONFLICT', fields: { name: 'Is taken.' } } };
    expect(again).toMatchObject(taken);
    expect(renamed).toMatchObject(taken);
  });

  test('is limited to a hundred per list', async () => {
    const { ann, workspaceId } = await aTeam();
    await t.sql.query(
      `INSERT INTO views SELECT $1, 'v' || n, 'ann', 'V' || n, 'v' || n, 'queue', '', NULL, false, now(), now()
       FROM generate_series(1, 99) AS n`,
      [workspaceId],
    );
    await make(ann, { name: 'The last', page: 'queue' });

    expect(await ann.post(VIEWS, { name: 'One more', page: 'queue' })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Delete one first') as unknown },
    });
    expect((await ann.patch(`${VIEWS}/v1`, { name: 'Renamed' })).status).toBe(200);
  });

  test.each([
    ['outputs', 'colour=red', 'colour: There is no such filter.'],
    ['outputs', 'page=2', 'page: There is no such filter.'],
    ['outputs', 'status=great', 'status: '],
    ['outputs', 'status=error&status=pass', 'status: Must be given only once.'],
    ['queue', 'status=error', 'status: There is no such filter.'],
    ['queue', 'lane=fast', 'lane: '],
    ['outputs', 'from=2026-02-01&to=2026-01-01', 'from: Must not be after to.'],
    ['outputs', 'ruleVersion=2', 'ruleVersion: Requires ruleId.'],
  ])('of %s is not saved with %s', async (page, query, fault) => {
    const { ann } = await aTeam();
    const { id } = await make(ann, { name: 'Sound', page });
    const refused = {
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        fields: { query: expect.stringContaining(fault) as unknown },
      },
    };

    expect(await ann.post(VIEWS, { name: 'New', page, query })).toMatchObject(refused);
    expect(await ann.patch(`${VIEWS}/${id}`, { query })).toMatchObject(refused);
    expect(await list(ann)).toMatchObject([{ name: 'Sound', query: '' }]);
  });

  test('is not saved with an unknown column or page, or an empty required field', async () => {
    const { ann } = await aTeam();
    const { id } = await make(ann, { name: 'Sound', page: 'outputs' });

    const answers = [
      await ann.post(VIEWS, { name: 'New', page: 'outputs', columns: ['colour'] }),
      await ann.post(VIEWS, { name: 'New', page: 'rules' }),
      await ann.patch(`${VIEWS}/${id}`, { name: null }),
      await ann.patch(`${VIEWS}/${id}`, { isShared: null }),
    ];

    expect(
      answers.map(({ status, body }) => [status, Object.keys((body as { fields: object }).fields)]),
    ).toEqual([
      [400, ['columns']],
      [400, ['page']],
      [400, ['name']],
      [400, ['isShared']],
    ]);
  });
});

test('changes to shared views are audited, and changes to own views are not', async () => {
  const { workspaceId, ann, boss } = await aTeam();
  const own = await make(ann, { name: 'Mine', page: 'queue' });
  await ann.patch(`${VIEWS}/${own.id}`, { name: 'Mine too' });
  await ann.delete(`${VIEWS}/${own.id}`);
  const { id } = await make(boss, { name: 'Team', page: 'outputs' });
  await boss.patch(`${VIEWS}/${id}`, { isShared: true });
  await boss.patch(`${VIEWS}/${id}`, { isShared: false });
  const shared = await make(boss, {
    ...{ name: 'All', page: 'queue', isShared: true, columns: ['timestamp'] },
  });
  await boss.delete(`${VIEWS}/${shared.id}`);

  const target = { kind: 'view', id };
  expect(await makeAuditReader(t).recorded(workspaceId, 4)).toMatchObject([
    {
      ...{ action: 'view.updated', target, actor: { name: 'boss@example.com' } },
      ...{ before: { isShared: false }, after: { isShared: true } },
    },
    { action: 'view.updated', target, before: { isShared: true }, after: { isShared: false } },
    {
      ...{ action: 'view.created', target: { kind: 'view', id: shared.id }, before: null },
      after: { name: HIDDEN, query: HIDDEN, page: 'queue', columns: ['timestamp'], isShared: true },
    },
    { action: 'view.deleted', target: { kind: 'view', id: shared.id }, after: null },
  ]);
});

test('a view with a filter that no longer exists is listed with the error and can be fixed', async () => {
  const { workspaceId, ann } = await aTeam();
  const projectId = newId();
  await makeProject(workspaceId, projectId);
  const query = `project=${projectId}&q=x`;
  const { id } = await make(ann, { name: 'Project', page: 'queue', query });
  expect(await list(ann)).toMatchObject([{ faults: {} }]);

  await makeProject(workspaceId, projectId, true);
  // As an older release may have left it.
  await t.sql.query(`UPDATE views SET query = query || '&mood=good' WHERE id = $1`, [id]);

  await eventually(async () =>
    expect(await list(ann, '?counts=true')).toMatchObject([
      {
        count: null,
        faults: {
          mood: 'There is no such filter.',
          project: `There is no project ${projectId} any more.`,
        },
      },
    ]),
  );
  const path = `${VIEWS}/${id}`;
  expect((await ann.patch(path, { name: 'Renamed' })).status).toBe(200);
  expect((await ann.patch(path, { query: 'q=x' })).body).toMatchObject({
    faults: {},
    query: 'q=x',
  });
});

test('views count their outputs, up to a hundred', async () => {
  const { workspaceId, ann } = await aTeam();
  const waiting = [
    await t.submitEvaluated('fail', { workspaceId }),
    await t.submitEvaluated('error', { workspaceId }),
  ];
  const passed = { workspaceId, model: 'many', projectName: 'Other' };
  await Promise.all(Array.from({ length: 101 }, () => t.submitEvaluated('pass', passed)));
  await ann.post(`/api/logs/${waiting[0]!.id}/claim`);
  await make(ann, { name: 'A', page: 'queue', query: 'order=deadline' });
  await make(ann, { name: 'B', page: 'outputs', query: 'claimedBy=me' });
  await make(ann, { name: 'C', page: 'outputs', query: 'model=many' });
  await make(ann, { name: 'D', page: 'queue', query: 'due=soon' });
  await make(ann, { name: 'E', page: 'queue', query: 'lane=samples' });
  await make(ann, { name: 'F', page: 'queue', query: 'lane=mine' });

  await eventually(async () =>
    expect((await list(ann, '?counts=true')).map(({ name, count }) => [name, count])).toEqual([
      ['A', 2],
      ['B', 1],
      ['C', 100],
      ['D', 0],
      ['E', 0],
      ['F', 0],
    ]),
  );
});

test('views are listed while the evaluator is down; one that filters by a rule has no count', async () => {
  const own = await startTestReview();
  try {
    const { workspaceId } = await own.submitEvaluated('fail');
    const ann = await own.as(aPerson(workspaceId));
    await make(ann, { name: 'All', page: 'queue' });
    await make(ann, { name: 'By a rule', page: 'outputs', query: 'ruleId=r1' });
    await own.evaluator.close();

    const { status, body } = await ann.get(`${VIEWS}?counts=true`);
    expect(status).toBe(200);
    expect((body as ViewBody[]).map(({ name, count }) => [name, count])).toEqual([
      ['All', 1],
      ['By a rule', null],
    ]);
  } finally {
    await own.stop();
  }
});

test('a person who leaves loses their own views, not those after a return; shared and others’ views stay', async () => {
  const { workspaceId, ann, boss } = await aTeam();
  await make(ann, { name: 'Ann’s', page: 'queue' });
  await make(boss, { name: 'Boss’s', page: 'queue' });
  await make(boss, { name: 'Team', page: 'queue', isShared: true });

  const at = t.clock.now().toISOString();
  t.clock.advance(1);
  await make(boss, { name: 'New', page: 'queue' });
  const member = { kind: 'member', id: 'boss' } as const;
  const demoted = {
    action: 'member.role_changed',
    after: { role: 'viewer' },
    target: { kind: 'member', id: 'ann' },
  } as const;
  await t.bus.send([
    auditEvent({ workspaceId, at, ...demoted }),
    auditEvent({ workspaceId, at, action: 'member.removed', target: member }),
  ]);

  await eventually(async () => expect(await namesOf(boss)).toEqual(['Team', 'New']));
  expect(await namesOf(ann)).toEqual(['Team', 'Ann’s']);
});

test('another workspace has none of the views', async () => {
  const { boss } = await aTeam();
  const { id } = await make(boss, { name: 'Team', page: 'queue', isShared: true });
  const { boss: outsider } = await aTeam();

  expect(await list(outsider)).toEqual([]);
  expect((await outsider.patch(`${VIEWS}/${id}`, { name: 'Ours' })).status).toBe(404);
  expect((await outsider.delete(`${VIEWS}/${id}`)).status).toBe(404);
});

test('a view of a group’s work says so if the group was deleted', async () => {
  const { workspaceId, ann } = await aTeam();
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  const tell = (version: number, ...ids: string[]) => {
    const groups = ids.map((id) => ({ id, name: `Group ${id}`, userIds: [] }));
    const { path } = INTERNAL_OPERATIONS.applyPeopleChange;
    return gateway.post(path, { workspaceId, version, people: [], groups });
  };
  await tell(1, 'claims', 'cases');
  await make(ann, { name: 'A claims', page: 'outputs', query: 'assignee=claims' });
  await make(ann, { name: 'B cases', page: 'outputs', query: 'assignee=cases' });
  await make(ann, { name: 'C own', page: 'outputs', query: 'assignee=me' });
  await tell(2, 'cases');

  expect(await list(ann, '?counts=true')).toMatchObject([
    { count: null, faults: { assignee: 'The group Group claims was deleted.' } },
    { count: 0, faults: {} },
    { count: 0, faults: {} },
  ]);
});
