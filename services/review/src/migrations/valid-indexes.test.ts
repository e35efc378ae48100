import { openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { MIGRATIONS } from './index.ts';

const INDEXES = ['decisions_reasons', 'names_routed', 'outputs_assignee'];

const VALID = `
  SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relname = ANY ($1) AND indisvalid ORDER BY relname`;

const openReview = (url: string) =>
  openDatabase({
    ...{ url, schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });

test.each([
  ['the migration of each index', 'IndexOf%'],
  ['a later migration, after that one counts as applied,', 'ValidIndexes%'],
])('%s rebuilds an index whose build was interrupted', async (_, pending) => {
  await using database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  // Only a superuser may change the catalog.
  const superuser = await openReview(database.adminUrl);
  await superuser.query(
    'UPDATE pg_index SET indisvalid = false WHERE indexrelid = ANY ($1::regclass[])',
    [INDEXES],
  );
  expect((await superuser.query(VALID, [INDEXES])).rows).toEqual([]);
  await superuser.query('DELETE FROM migrations WHERE name LIKE $1', [pending]);
  await superuser.close();

  const db = await openReview(database.urlOf('review'));

  const { rows } = await db.query<{ relname: string }>(VALID, [INDEXES]);
  expect(rows.map(({ relname }) => relname)).toEqual(INDEXES);
  await db.close();
});
