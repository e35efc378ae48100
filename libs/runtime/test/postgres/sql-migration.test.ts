import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { openDatabase } from '../../src/postgres/open-database.ts';
import { IndexMigration, SqlMigration } from '../../src/postgres/sql-migration.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts';

class Notes1700000000000 extends SqlMigration {
  readonly sql = [
    'CREATE TABLE notes (text text)',
    // Longer migrations than any statement of a service are not cancelled.
    `CREATE TABLE limits AS SELECT current_setting('statement_timeout') AS statement`,
  ];
}

class Words1700000000001 extends IndexMigration {
  readonly indexes = { notes_text: 'notes (text)' };
}

let server: TestDatabase;

beforeAll(async () => {
  server = await createTestDatabase();
});

afterAll(() => server.drop());

const open = (migrations: readonly (new () => SqlMigration)[]) =>
  openDatabase({
    ...{ url: server.urlOf('review'), schema: 'review', migrations, poolMax: 1, log: silentLog },
  });

test('an index is built anew over what an interrupted build left', async () => {
  const before = await open([Notes1700000000000]);
  await before.query(`INSERT INTO notes VALUES ('twice'), ('twice')`);
  const build = 'CREATE UNIQUE INDEX CONCURRENTLY notes_text ON notes (text)';
  await expect(before.query(build)).rejects.toMatchObject({ code: '23505' });
  await before.close();

  const after = await open([Notes1700000000000, Words1700000000001]);

  const { rows } = await after.query(
    `SELECT indisvalid AS valid, indisunique AS unique FROM pg_index
     WHERE indexrelid = 'notes_text'::regclass`,
  );
  expect(rows).toEqual([{ valid: true, unique: false }]);
  expect((await after.query('SELECT * FROM limits')).rows).toEqual([{ statement: '0' }]);
  await after.close();
});
