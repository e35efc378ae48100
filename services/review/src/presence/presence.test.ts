import { expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS, projectsChanged } from '@output-review/contracts';
import { eventually, watchReads } from '@output-review/runtime/testing';

import { anOutputForTwo, APPROVED, WAITING } from '../../test/approvers.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  eventOf,
  useTestReview,
} from '../../test/test-review.ts';
import { findGroupLoads } from './presence.sql.ts';

const t = useTestReview({ jobsEveryMs: { countNews: 100 } });

const as = (workspaceId: string, name: string) => t.as(aPerson(workspaceId, 'manager', name));

test('the queue shows its oldest output, deadlines, other reviewers, and whether it grows', async () => {
  const acceptedAt = t.clock.now().toISOString();
  const first = aSubmission({ acceptedAt });
  const { workspaceId } = first;
  const due = aSubmission({ workspaceId, acceptedAt, respondBy: 'PT30M' });
  const later = aSubmission({ workspaceId, acceptedAt, respondBy: 'P1D' });
  const done = aSubmission({ workspaceId, acceptedAt });
  const outputs = [first, due, later, done];
  await t.submit(...outputs);
  await t.evaluate(...outputs.map((output) => anEvaluation(output, { outcome: 'fail' })));
  const [ann, ben] = [await as(workspaceId, 'ann'), await as(workspaceId, 'ben')];
  const decision = { decision: 'approved' };
  await ann.patch(`/api/logs/${done.id}/decision`, decision);
  await ann.post(`/api/logs/${first.id}/claim`);
  const at = t.clock.now().toISOString();
  await eventually(async () =>
    expect((await ben.get('/api/queue')).body).toMatchObject({
      ...{ waiting: 3, dueSoon: 1, dueUnclaimed: 1, others: 1, cameIn: 4, decided: 1 },
      since: '2026-03-01T11:00:00.000Z',
    }),
  );
  await ben.post(`/api/logs/${due.id}/claim`);
  await ben.post(`/api/logs/${later.id}/claim`);

  const queue = (await ben.get('/api/queue')).body as { oldestAt: string };
  expect(queue).toMatchObject({ dueSoon: 1, dueUnclaimed: 0, others: 1 });
  expect(Date.parse(queue.oldestAt)).not.toBeNaN();
  const nextDueAt = new Date(t.clock.now().getTime() + 30 * 60_000).toISOString();
  await eventually(async () =>
    expect((await ann.get('/api/queue/reviewers')).body).toEqual({
      items: [
        { email: 'ben@example.com', claimed: 2, nextDueAt, decided: 0, lastDecidedAt: null },
        { email: 'ann@example.com', claimed: 1, nextDueAt: null, decided: 1, lastDecidedAt: at },
      ],
      ...{ total: 2, page: 1, limit: 50 },
    }),
  );
});

test('the claim of a deleted output does not count', async () => {
  const { id, workspaceId } = await t.submitEvaluated();
  const [ann, ben] = [await as(workspaceId, 'ann'), await as(workspaceId, 'ben')];
  expect((await ann.post(`/api/logs/${id}/claim`)).status).toBe(200);
  expect((await ben.get('/api/queue')).body).toMatchObject({ waiting: 1, others: 1 });

  expect((await ben.delete(`/api/logs/${id}`)).status).toBe(200);

  expect((await ben.get('/api/queue')).body).toMatchObject({ waiting: 0, others: 0 });
});

test('an empty queue shows that nothing waits', async () => {
  const { workspaceId } = aSubmission();
  const api = await as(workspaceId, 'ann');

  expect((await api.get('/api/queue')).body).toMatchObject({
    ...{ waiting: 0, oldestAt: null, dueSoon: 0, dueUnclaimed: 0, others: 0 },
    ...{ cameIn: 0, decided: 0 },
  });
  expect((await api.get('/api/queue/reviewers')).body).toMatchObject({ items: [], total: 0 });
});

test('managers see the work of each group, with the earliest deadline first', async () => {
  const acceptedAt = t.clock.now().toISOString();
  const first = aSubmission({ acceptedAt });
  const { workspaceId } = first;
  const due = aSubmission({ workspaceId, acceptedAt, respondBy: 'PT30M' });
  const later = aSubmission({ workspaceId, acceptedAt, respondBy: 'P1D' });
  const done = aSubmission({ workspaceId, acceptedAt });
  const outputs = [first, due, later, done];
  await t.submit(...outputs);
  await t.evaluate(...outputs.map((output) => anEvaluation(output, { outcome: 'fail' })));
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  await gateway.post(INTERNAL_OPERATIONS.applyPeopleChange.path, {
    ...{ workspaceId, version: 1, people: [{ userId: 'ben', name: 'Ben', role: 'reviewer' }] },
    groups: [
      { id: 'cases', name: 'Cases', userIds: [] },
      { id: 'claims', name: 'Claims', userIds: ['ben'] },
      { id: 'empty', name: 'Empty', userIds: [] },
    ],
  });
  const ann = await as(workspaceId, 'ann');
  const assign = async (id: string, holder: object) =>
    expect((await ann.patch(`/api/logs/${id}/assignee`, holder)).status).toBe(200);
  await assign(later.id, { groupId: 'cases' });
  await assign(first.id, { groupId: 'claims' });
  await assign(due.id, { groupId: 'claims', userId: 'ben' });
  await assign(done.id, { groupId: 'claims' });
  await ann.patch(`/api/logs/${done.id}/decision`, { decision: 'approved' });

  const inMs = (ms: number) => new Date(Date.parse(acceptedAt) + ms).toISOString();
  const oldestAt = '2026-03-01T11:00:01.000Z';
  const none = { people: 0, dueSoon: 0, nextDueAt: null };
  expect((await ann.get('/api/queue/groups')).body).toEqual([
    {
      ...{ id: 'claims', name: 'Claims', people: 1, waiting: 2, untaken: 1 },
      ...{ oldestAt, dueSoon: 1, nextDueAt: inMs(30 * 60_000) },
    },
    {
      ...{ ...none, id: 'cases', name: 'Cases', waiting: 1, untaken: 1, oldestAt },
      nextDueAt: inMs(24 * 3_600_000),
    },
    { ...none, id: 'empty', name: 'Empty', waiting: 0, untaken: 0, oldestAt: null },
  ]);
});

/** Waits until all events are counted. */
async function counted(): Promise<void> {
  const { rows } = await t.sql.query<{ n: string }>('SELECT max(n) AS n FROM output_events');
  await eventually(async () => {
    const sql = 'SELECT FROM statistics_progress WHERE n >= $1';
    expect((await t.sql.query(sql, [rows[0]?.n])).rows).toHaveLength(1);
  });
}

test('the queue grows only by outputs that come to wait and shrinks only by their decisions', async () => {
  const held = aSubmission();
  const { workspaceId, projectId } = held;
  await t.bus.send([
    eventOf('projects.changed', {
      ...projectsChanged.examples.valid,
      ...{ workspaceId, id: projectId, sampleRate: 1 },
    }),
  ]);
  const [passed, sample, done, withdrawn] = [1, 2, 3, 4].map(() => aSubmission({ workspaceId }));
  const failed = { outcome: 'fail' } as const;
  await t.submit(held, passed!, sample!, done!, withdrawn!);
  await t.evaluate(anEvaluation(held, failed), anEvaluation(done!, failed));
  await t.evaluate(anEvaluation(passed!), anEvaluation(sample!));
  const [ann, ben] = [await as(workspaceId, 'ann'), await as(workspaceId, 'ben')];
  const token = await t.as(aToken(workspaceId));
  const change = async (path: string, body: object, api = ann) => {
    t.clock.advance(1_000);
    expect((await api.patch(`/api/logs/${path}`, body)).status).toBe(200);
  };
  const expectQueue = async (cameIn: number, decided: number) => {
    await counted();
    expect((await ann.get('/api/queue')).body).toMatchObject({ cameIn, decided });
  };
  await expectQueue(2, 0);

  // Neither outputs that wait already nor outputs that never waited.
  expect((await ann.post(`/api/logs/${held.id}/evaluate`)).status).toBe(202);
  await t.evaluate(anEvaluation(held, { ...failed, run: 2 }));
  await change(`${held.id}/status`, { status: 'flagged' });
  await change(`${sample!.id}/decision`, { decision: 'approved' });
  expect((await token.post(`/api/logs/${withdrawn!.id}/withdraw`, {})).status).toBe(200);
  // Evaluated before the withdrawal, and applied after it.
  await t.evaluate(anEvaluation(withdrawn!, failed));
  await expectQueue(2, 0);

  await change(`${done!.id}/decision`, { decision: 'approved' });
  await change(`${done!.id}/decision`, { decision: 'rejected', override: true }, ben);
  await expectQueue(2, 1);

  await change(`${done!.id}/status`, { status: 'flagged' });
  await change(`${passed!.id}/status`, { status: 'flagged' });
  await change(`${passed!.id}/status`, { status: 'flagged' });
  await expectQueue(4, 1);
});

test('a replayed dead letter comes in once', async () => {
  const output = aSubmission();
  const { workspaceId, id } = output;
  const ann = await as(workspaceId, 'ann');
  await t.bus.send([eventOf('outputs.submitted', { workspaceId, id })]);
  const { rows } = await t.sql.query<{ id: string }>(
    'UPDATE dead_letters SET json = $1 WHERE key = $2 RETURNING id',
    [JSON.stringify(output), `${workspaceId}/${id}`],
  );
  const operator = await t.as({ kind: 'operator' });
  await operator.post('/internal/dead-letters/replay', { ids: rows.map((row) => row.id) });
  await t.evaluate(anEvaluation(output, { outcome: 'fail' }));

  await counted();
  expect((await ann.get('/api/queue')).body).toMatchObject({ waiting: 1, cameIn: 1 });
});

test('after a deadline has acted, the claimed output is no longer due', async () => {
  const acceptedAt = t.clock.now().toISOString();
  const escalated = aSubmission({ acceptedAt, respondBy: 'PT1M', onDeadline: 'escalate' });
  const { workspaceId } = escalated;
  await t.submit(escalated);
  await t.evaluate(anEvaluation(escalated, { outcome: 'fail' }));
  t.clock.advance(60_000);
  const ann = await as(workspaceId, 'ann');
  const path = `/api/logs/${escalated.id}`;
  await eventually(async () =>
    expect((await ann.get(path)).body).not.toMatchObject({ escalatedAt: null }),
  );
  await ann.post(`${path}/claim`);

  expect((await ann.get('/api/queue/reviewers')).body).toMatchObject({
    items: [{ email: 'ann@example.com', claimed: 1, nextDueAt: null }],
  });
});

test.each([
  ['another person', 'ben'],
  ['the first approver', 'ann'],
])(
  'the last of several approvals that replaces a decision of %s does not shrink the queue',
  async (_, decider) => {
    const { as, approve, decide } = await anOutputForTwo(t);
    expect((await decide(decider, { decision: 'rejected' })).status).toBe(200);
    t.clock.advance(1_000);
    expect(await approve('ann', { override: true })).toMatchObject(WAITING);
    t.clock.advance(1_000);
    expect(await approve('cyn')).toMatchObject(APPROVED);

    await counted();
    expect((await (await as('ann')).get('/api/queue')).body).toMatchObject({
      cameIn: 1,
      decided: 1,
    });
  },
);

test('counts the work of groups without reading what waits for no group', async () => {
  await t.sql.query(
    `INSERT INTO outputs (workspace_id, id, status, assignee_group, timestamp, created_at, queued_at, visible)
     SELECT 'w-load', 'o' || n, 'flagged', CASE WHEN n > 4997 THEN 'claims' END, now(), now(), now(), true
     FROM generate_series(1, 5000) n`,
  );
  await t.sql.query(`INSERT INTO groups (workspace_id, id, name) VALUES ('w-load', 'claims', 'C')`);
  await t.sql.query('ANALYZE outputs');
  const { reads, query } = watchReads(t.sql);

  const loads = await findGroupLoads({ query }, 'w-load', new Date());

  expect(loads).toMatchObject([{ name: 'C', waiting: 3, untaken: 3 }]);
  expect(Math.max(...reads)).toBeLessThan(100);
});
