import { openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog, watchReads } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { MIGRATIONS } from '../migrations/index.ts';
import { releaseOldKeys } from './submissions.sql.ts';

test('releases expired keys without reading those that are still valid', async () => {
  await using database = await createTestDatabase({ service: 'gateway', migrations: MIGRATIONS });
  const db = await openDatabase({
    ...{ url: database.urlOf('gateway'), schema: 'gateway', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  await db.query(`
    INSERT INTO submissions (workspace_id, id, fingerprint, token_id, idempotency_key, project_id,
      accepted_at, is_sync)
    SELECT 'w', n, 'f', 't', n, 'p', now() - CASE WHEN n <= 3 THEN interval '25 hours' ELSE '23 hours' END, false
    FROM generate_series(1, 20000) n`);
  await db.query('ANALYZE submissions');
  const { reads, query } = watchReads(db);

  await releaseOldKeys({ query });

  expect(reads).toEqual([3]);
  const { rows } = await db.query('SELECT FROM submissions WHERE idempotency_key IS NULL');
  expect(rows).toHaveLength(3);
  await db.close();
});
