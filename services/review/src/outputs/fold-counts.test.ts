import { expect, test } from '@jest/globals';
import type { SqlClient } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { aSubmission, useTestReview } from '../../test/test-review.ts';
import { aTrustedWorkspace, type TrustedWorkspace } from '../../test/trusted-workspace.ts';

const FOLDED = 100;
/** Three days before the test clock. */
const PAST = '2026-02-26T11:00:00.000Z';

const t = useTestReview();

interface Kept {
  readonly slots: number[];
  readonly zeros: number;
}

async function keptOf(sql: SqlClient, table: string, workspaceId: string): Promise<Kept> {
  const { rows } = await sql.query<Kept>(
    `SELECT coalesce(array_agg(DISTINCT slot), '{}') AS slots, count(*) FILTER (WHERE n = 0)::int AS zeros
     FROM ${table} WHERE workspace_id = $1`,
    [workspaceId],
  );
  return rows[0]!;
}

const folded = (sql: SqlClient, workspaceId: string): Promise<void> =>
  eventually(async () => {
    for (const table of ['daily_counts', 'outcome_counts']) {
      expect({ table, ...(await keptOf(sql, table, workspaceId)) }).toEqual({
        ...{ table, slots: [FOLDED], zeros: 0 },
      });
    }
  });

/** Outputs of a day, evaluated and partly decided, all with the same time. */
async function fill(workspace: TrustedWorkspace, timestamp: string): Promise<void> {
  const submissions = Array.from({ length: 20 }, () =>
    aSubmission({ workspaceId: workspace.id, timestamp }),
  );
  await Promise.all([
    t.submit(...submissions),
    ...submissions.map(({ id }) => workspace.judged(id, ['r1@1:failed'])),
  ]);
  await Promise.all(submissions.slice(5).map(({ id }) => workspace.decided(id, 'approved')));
}

const totalsOf = async ({ api }: TrustedWorkspace) => {
  const [flagged, decided] = [
    await api.get('/api/logs?pending=true'),
    await api.get('/api/logs?status=flagged'),
  ];
  return { waiting: flagged.body, flagged: decided.body };
};

test('folds counts of past days while outputs are written, with the same totals', async () => {
  const workspace = await aTrustedWorkspace(t);
  await fill(workspace, PAST);
  const [results] = await workspace.results();
  await folded(t.sql, workspace.id);
  expect(await totalsOf(workspace)).toMatchObject({
    waiting: { total: 5 },
    flagged: { total: 20 },
  });
  expect((await workspace.results())[0]).toEqual(results);

  // Later outputs are added to it.
  await fill(workspace, PAST);
  await folded(t.sql, workspace.id);
  expect(await totalsOf(workspace)).toMatchObject({
    waiting: { total: 10 },
    flagged: { total: 40 },
  });
});

test('leaves counts of today and yesterday as they are', async () => {
  const [now, past] = [await aTrustedWorkspace(t), await aTrustedWorkspace(t)];
  await fill(now, '2026-02-28T00:00:00.000Z');
  await fill(past, '2026-02-27T23:59:59.999Z');
  await folded(t.sql, past.id);
  expect((await keptOf(t.sql, 'daily_counts', now.id)).slots).not.toContain(FOLDED);
});

test('skips counts that are being written, and blocks no one', async () => {
  const [locked, free] = [await aTrustedWorkspace(t), await aTrustedWorkspace(t)];
  const now = t.clock.now();
  t.clock.set(PAST);
  await fill(locked, PAST);
  await fill(free, PAST);
  const before = await keptOf(t.sql, 'daily_counts', locked.id);
  await t.sql.transaction(async (tx) => {
    await tx.query('SELECT FROM daily_counts WHERE workspace_id = $1 FOR UPDATE', [locked.id]);
    t.clock.set(now);
    await folded(tx, free.id);
    // By then it has reached the locked rows.
    await fill(free, PAST);
    await folded(tx, free.id);
    expect(await keptOf(tx, 'daily_counts', locked.id)).toEqual(before);
  });
  await folded(t.sql, locked.id);
});
