import { expect, test } from '@jest/globals';
import {
  INTERNAL_OPERATIONS,
  type OutputsSubmitted,
  workspacesChanged,
} from '@output-review/contracts';
import { newId, type SqlClient } from '@output-review/runtime';
import {
  ALL_CONNECTIONS,
  asDeadlockVictim,
  eventually,
  untilHeldUp,
} from '@output-review/runtime/testing';

import { DAILY_KEY } from '../outputs/counts.sql.ts';
import { startReview } from '../service.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  eventOf,
  startTestReview,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview(ALL_CONNECTIONS);

test('a decision and its deadline at the same moment give one result, 500 times', async () => {
  const workspaceId = newId();
  const acceptedAt = t.clock.now().toISOString();
  const outputs = Array.from({ length: 500 }, () =>
    aSubmission({ workspaceId, acceptedAt, respondBy: 'PT1S', onDeadline: 'reject' }),
  );
  await t.submit(...outputs);
  await t.evaluate(...outputs.map((output) => anEvaluation(output, { outcome: 'fail' })));
  const api = await t.as(aPerson(workspaceId, 'admin'));
  const decide = ({ id }: OutputsSubmitted) =>
    api.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  // Some are decided before the deadline acts, some at the same time, and the last too late.
  const racing = outputs.slice(0, 250).map(decide);
  t.clock.advance(1_000);
  const answers = await Promise.all([...racing, ...outputs.slice(250).map(decide)]);

  const rows = await eventually(async () => {
    const found = await findConcluded(workspaceId);
    expect(found.size).toBe(outputs.length);
    return found;
  });
  for (const [i, { id }] of outputs.entries()) {
    const { decision, all } = rows.get(id) ?? {};
    expect(all).toEqual([decision]);
    expect(answers[i]?.status).toBe(decision === 'approved' ? 200 : 409);
  }
  const told = () =>
    t.published
      .filter(({ topic, key }) => topic === 'outputs.decided' && key.startsWith(workspaceId))
      .map(({ json }) => JSON.parse(json) as { id: string; decision: string; sequence: number });
  await eventually(() => expect(told()).toHaveLength(outputs.length));
  for (const { id, decision, sequence } of told())
    expect([decision, sequence]).toEqual([rows.get(id)?.decision, 1]);
}, 120_000);

test('deadlines of two kinds and a bulk decision update counts without deadlock', async () => {
  const workspaceId = newId();
  const settings = {
    ...workspacesChanged.examples.valid,
    workspaceId,
    allowDeadlineApproval: true,
  };
  await t.bus.send([
    {
      ...eventOf('workspaces.changed', { ...settings, id: '' }),
      json: JSON.stringify({ ...settings, version: 1, retentionDays: null, deleted: false }),
    },
  ]);
  const acceptedAt = t.clock.now().toISOString();
  const late = { workspaceId, acceptedAt, requireApproval: true };
  const approved = aSubmission({
    ...{ ...late, projectId: 'b', respondBy: 'PT1S', onDeadline: 'approve' as const },
  });
  const rejected = aSubmission({
    ...{ ...late, projectId: 'a', respondBy: 'PT2S', onDeadline: 'reject' as const },
  });
  await t.submit(approved, rejected);
  await t.evaluate(anEvaluation(approved), anEvaluation(rejected));
  const countAs = (tx: SqlClient, projectId: string) =>
    tx.query(
      `INSERT INTO daily_counts AS c (${DAILY_KEY}, slot, n)
       SELECT $1, (timestamp AT TIME ZONE 'UTC')::date, project_id, coalesce(task_id, ''), status, is_decided,
         slot, 0
       FROM outputs, (VALUES (false), (true)) AS decided (is_decided), generate_series(6, 13) AS slot
       WHERE workspace_id = $1 AND project_id = $2
       ORDER BY is_decided, slot
       ON CONFLICT (${DAILY_KEY}, slot) DO UPDATE SET n = c.n`,
      [workspaceId, projectId],
    );
  const decidedIn = async (sql: SqlClient) => {
    const { rows } = await sql.query<{ id: string }>(
      'SELECT id FROM outputs WHERE workspace_id = $1 AND human_decision IS NOT NULL',
      [workspaceId],
    );
    return rows.map(({ id }) => id).sort();
  };

  // Updates counts in the same order: by project. Which slots the deadlines use is unknown.
  await asDeadlockVictim(t.sql, async (tx) => {
    await countAs(tx, 'a');
    t.clock.advance(2_000);
    await eventually(async () => {
      const { rows } = await tx.query(
        'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      );
      expect(rows).toHaveLength(1);
    });
    await countAs(tx, 'b');
    expect(await decidedIn(tx)).toEqual([approved.id]);
  });

  await eventually(async () =>
    expect(await decidedIn(t.sql)).toEqual([approved.id, rejected.id].sort()),
  );
});

test('a workspace that turns approval by deadline off waits for a deadline that is approving', async () => {
  const workspaceId = newId();
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  const allow = (allowDeadlineApproval: boolean, version: number) =>
    gateway.post(INTERNAL_OPERATIONS.applyWorkspaceChanges.path, {
      changes: [
        { ...workspacesChanged.examples.valid, workspaceId, allowDeadlineApproval, version },
      ],
    });
  await allow(true, 1);
  const acceptedAt = t.clock.now().toISOString();
  const due = { workspaceId, acceptedAt, respondBy: 'PT1S', requireApproval: true } as const;
  const [locked, approved] = [
    await t.submitEvaluated('pass', { ...due, onDeadline: 'reject' }),
    await t.submitEvaluated('pass', { ...due, onDeadline: 'approve' }),
  ];

  const { turningOff } = await t.sql.transaction(async (tx) => {
    // A decision in progress holds up its own output only.
    await tx.query('SELECT FROM outputs WHERE id = $1 FOR UPDATE', [locked.id]);
    await tx.query('LOCK TABLE daily_counts IN SHARE MODE');
    t.clock.advance(1_000);
    await untilHeldUp(tx, 1, 'daily_counts');
    const answer = allow(false, 2);
    await untilHeldUp(tx, 1, 'workspace_settings');
    return { turningOff: answer };
  });

  expect((await turningOff).status).toBe(200);
  const { rows } = await t.sql.query('SELECT human_decision FROM outputs WHERE id = $1', [
    approved.id,
  ]);
  expect(rows).toEqual([{ human_decision: 'approved' }]);
});

test('deadlines that passed while no process ran are applied by the next process', async () => {
  const first = await startTestReview(ALL_CONNECTIONS);
  const output = aSubmission({ acceptedAt: first.clock.now().toISOString(), respondBy: 'PT10M' });
  await first.submit(output);
  await first.evaluate(anEvaluation(output, { outcome: 'fail' }));
  await first.review.stop();
  first.clock.advance(3_600_000);
  const second = await startReview(first.options);
  try {
    await eventually(async () => {
      const { rows } = await first.sql.query('SELECT escalated_at FROM outputs');
      expect(rows).toEqual([{ escalated_at: first.clock.now() }]);
    });
  } finally {
    await second.stop();
    await first.stop();
  }
});

interface Concluded {
  readonly id: string;
  readonly decision: string;
  readonly all: readonly string[];
}

/** The decided outputs of a workspace, with all decisions ever made. */
async function findConcluded(workspaceId: string): Promise<Map<string, Concluded>> {
  const { rows } = await t.sql.query<Concluded>(
    `SELECT o.id, o.human_decision AS decision, (
       SELECT array_agg(d.decision) FROM decisions d
       WHERE d.workspace_id = o.workspace_id AND d.output_id = o.id
     ) AS all
     FROM outputs o WHERE o.workspace_id = $1 AND o.human_decision IS NOT NULL`,
    [workspaceId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
