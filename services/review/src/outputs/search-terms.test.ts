import { openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog, watchReads } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { MIGRATIONS } from '../migrations/index.ts';
import { forgetTerms, type SearchTerm } from './search-terms.ts';

const FILL = [
  `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible, status, model, session_id)
   SELECT 'w', n, now(), now(), now(), true, 'pass', 'model ' || n % 3, 'session ' || n
   FROM generate_series(1, 20000) n`,
  `INSERT INTO search_terms (workspace_id, field, value, folded)
   SELECT 'w', 'session', 'session ' || n, 'session ' || n FROM generate_series(1, 20001) n`,
  `INSERT INTO search_terms (workspace_id, field, value, folded)
   SELECT 'w', 'model', 'model ' || n, 'model ' || n FROM generate_series(0, 3) n`,
  'ANALYZE outputs, search_terms',
];

test('finds unused terms without reading outputs that have the others', async () => {
  await using database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  const sql = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  for (const statement of FILL) await sql.query(statement);
  const term = (field: SearchTerm['field'], value: string) => ({ workspaceId: 'w', field, value });
  const { reads, query } = watchReads(sql);

  await forgetTerms({ query }, [
    ...[term('model', 'model 1'), term('model', 'model 3')],
    ...[term('session', 'session 20000'), term('session', 'session 20001')],
  ]);

  const { rows } = await sql.query<{ value: string }>(
    `SELECT value FROM search_terms WHERE value = ANY ($1) ORDER BY value`,
    [['model 1', 'model 3', 'session 20000', 'session 20001']],
  );
  expect(rows.map(({ value }) => value)).toEqual(['model 1', 'session 20000']);
  expect(reads).toEqual([2, 2]);
  await sql.close();
});
