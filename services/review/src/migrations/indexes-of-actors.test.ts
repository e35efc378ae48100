import { openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog, watchReads } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { findRecords } from '../audit/records.sql.ts';
import { MIGRATIONS } from './index.ts';

const FILL = `
  INSERT INTO audit_records (workspace_id, seq, event_id, at, action, actor_kind, actor_id, actor_name,
    target_kind, target_id, link)
  SELECT 'w', n, n, timestamptz '2026-03-01' + n * interval '1 second', 'output.decided', 'user', actor,
    actor || '@example.com', 'output', n, 'link'
  FROM generate_series(1, 20000) n,
    LATERAL (SELECT CASE WHEN n % 8000 = 7 THEN 'seldom' ELSE 'often' END AS actor) of_record`;

test('finds the actions of one person without reading those of all others', async () => {
  await using database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  const sql = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  await sql.query(FILL);
  await sql.query('ANALYZE audit_records');
  const db = watchReads(sql);

  for (const actor of ['seldom', 'seldom@example.com']) {
    const { records, total } = await findRecords(db, {
      ...{ workspaceId: 'w', actor },
      ...{ from: null, to: null, page: 1, limit: 50 },
    });
    expect(records.map(({ seq }) => seq)).toEqual([16007, 8007, 7]);
    expect(total).toBe(3);
  }

  expect(db.reads).toEqual([3, 3, 3, 3]);
  await sql.close();
});
