import { openDatabase, startTelemetry } from '@output-review/runtime';
import {
  createTestDatabase,
  FakeClock,
  silentLog,
  watchReads,
} from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import type { Context } from '../context.ts';
import { foldOldCounts } from '../outputs/fold-counts.ts';
import { watchPending } from '../runs/metrics.ts';
import { findPendingSince } from '../runs/runs.sql.ts';
import { countByStatus } from '../search/counts.sql.ts';
import { MIGRATIONS } from './index.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

/** A hundred folded and decided days of two hundred tasks. Some of today and yesterday are open. */
const FILL = [
  `INSERT INTO daily_counts
   SELECT 'w', day, 'p' || task % 20, 't' || task, status, status = 'flagged', 100, 9
   FROM generate_series(date '2025-11-18', date '2026-02-25', '1 day') day, generate_series(1, 200) task,
     (VALUES ('pass'), ('flagged')) statuses (status)`,
  `INSERT INTO daily_counts
   SELECT 'w', date '2026-02-28', 'p1', 't' || task, status, status = 'pass', slot, 1
   FROM generate_series(1, 2) task, generate_series(0, 4) slot,
     (VALUES ('pass'), ('pending'), ('flagged'), ('error')) statuses (status)`,
  `INSERT INTO outcome_counts
   SELECT 'w', day, 'p' || task % 20, 't' || task, 1, 'passed', 0, 'none', '', false, 100, 9
   FROM generate_series(date '2025-11-18', date '2026-02-25', '1 day') day, generate_series(1, 200) task`,
  'ANALYZE daily_counts, outcome_counts',
];

test('finds open counts and counts to fold without reading those of decided days', async () => {
  await using database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  const sql = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  for (const statement of FILL) await sql.query(statement);
  const db = watchReads(sql);
  const { metrics } = await startTelemetry({ service: 'review', log: silentLog, traces: null });
  watchPending(metrics, db);

  await findPendingSince(db, NOW, 200);
  expect(await metrics.text()).toContain('output_review_pending_outputs 10\n');
  expect(await countByStatus(db, { workspaceId: 'w', pending: true })).toHaveLength(2);
  await foldOldCounts.run(
    { db, clock: new FakeClock(NOW.toISOString()) } as unknown as Context,
    new AbortController().signal,
  );

  expect(db.reads).toEqual([10, 10, 20, 0, 0]);
  const indexes = db.steps.flatMap((node) => node['Index Name'] ?? []);
  expect([...new Set(indexes)].filter((name) => name.includes('_counts_')).toSorted()).toEqual([
    ...['daily_counts_open', 'daily_counts_unfolded', 'outcome_counts_unfolded'],
  ]);
  await sql.close();
});
