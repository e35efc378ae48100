import { expect, test } from '@jest/globals';
import { openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog, watchReads } from '@output-review/runtime/testing';

import { MIGRATIONS } from '../migrations/index.ts';
import { listNamed } from './backups.sql.ts';
import { listStored } from './keeper.sql.ts';

// The rows of consumed uploads stay. Those of other uploads are few.
const FILL = `
INSERT INTO uploads (key, workspace_id, object_key, filename, stored_type, stored_bytes, reserved_bytes,
  created_at, claimed_output_id, claimed_attempt, consumed_at)
SELECT 'upload ' || n, 'w1', 'w1/' || n, 'a.txt', 'text/plain', 1, 1, now(),
  CASE WHEN is_consumed THEN 'o1' END, CASE WHEN is_consumed THEN 'a1' END,
  CASE WHEN is_consumed THEN now() END
FROM (SELECT n, n % 500 <> 0 AS is_consumed FROM generate_series(1, 5000) AS n) AS numbers`;

test.each([
  ['the daily check', listStored],
  ['a backup', listNamed],
])('a page of %s reads no uploads that outputs have consumed', async (_of, list) => {
  await using database = await createTestDatabase({ service: 'media', migrations: MIGRATIONS });
  const db = await openDatabase({
    ...{ url: database.urlOf('media'), schema: 'media', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  await db.query(FILL);
  await db.query('ANALYZE uploads');
  const watched = watchReads(db);

  const page = await list(watched, '', 100);

  expect(page).toHaveLength(10);
  expect(Math.max(...watched.reads)).toBeLessThanOrEqual(20);
  await db.close();
});
