import { openDatabase, type SqlClient } from '@output-review/runtime';
import { createTestDatabase, silentLog } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { MIGRATIONS } from '../migrations/index.ts';
import { releaseOldKeys } from './submissions.sql.ts';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The most rows that a node of a plan has read. */
function rowsRead({ Plans: below = [], ...node }: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return Math.max(own, ...below.map(rowsRead));
}

test('old keys are released without reading those that are still good', async () => {
  await using database = await createTestDatabase({ service: 'gateway', migrations: MIGRATIONS });
  const db = await openDatabase({
    ...{ url: database.urlOf('gateway'), schema: 'gateway', migrations: MIGRATIONS },
    ...{ entities: [], poolMax: 1, log: silentLog },
  });
  await db.query(`
    INSERT INTO submissions (workspace_id, id, fingerprint, token_id, idempotency_key, project_id,
      accepted_at, is_sync)
    SELECT 'w', n, 'f', 't', n, 'p', now() - CASE WHEN n <= 3 THEN interval '25 hours' ELSE '1 hour' END, false
    FROM generate_series(1, 20000) n`);
  await db.query('ANALYZE submissions');
  const plans: PlanNode[] = [];
  const explain: SqlClient['query'] = async (query, values) => {
    const text = typeof query === 'string' ? query : query.text;
    const { rows } = await db.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)));
    return { rows: [], rowCount: 0 };
  };

  await releaseOldKeys({ query: explain });

  expect(plans.map(rowsRead)).toEqual([3]);
  const { rows } = await db.query('SELECT FROM submissions WHERE idempotency_key IS NULL');
  expect(rows).toHaveLength(3);
  await db.close();
});
