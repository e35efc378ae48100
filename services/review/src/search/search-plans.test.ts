import { type Database, openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog, type TestDatabase } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { explaining, nodesOf } from '../../test/plans.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { resolveFilter } from './filter.sql.ts';

let database: TestDatabase;
let sql: Database;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  sql = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ entities: [], poolMax: 1, log: silentLog },
  });
});

afterAll(async () => {
  await sql.close();
  await database.drop();
});

const noVersions = async () => new Set<string>();

test('a part of a word that thousands of values have is looked up without reading them all into memory', async () => {
  const add = (field: string, prefix: string, count: number) =>
    sql.query(
      `INSERT INTO search_terms SELECT 'w', $1, $2 || n, $2 || n FROM generate_series(1, $3) n`,
      [field, prefix, count],
    );
  await add('session', 'case-', 5000);
  await add('subject', 'case-', 5000);
  await add('subject', 'letter-', 1);
  await add('actor', 'case-', 2000);
  await sql.query('ANALYZE search_terms');
  const { db, plans } = explaining(sql);
  const find = async (q: string) =>
    (await resolveFilter(db, { workspaceId: 'w', q }, noVersions)).found?.terms;

  const found = await find('CASE-');

  const rowsOfNodes = plans.flatMap(nodesOf).map((node) => node['Actual Rows']);
  expect(Math.max(...rowsOfNodes)).toBeLessThanOrEqual(2001);
  expect(found).toEqual({
    model: { kind: 'values', values: [] },
    session: { kind: 'all' },
    subject: { kind: 'pattern', pattern: '%case-%' },
    actor: { kind: 'values', values: expect.any(Array) },
  });
  expect(found?.actor).toHaveProperty('values.length', 2000);
  expect(await find('etter')).toEqual({
    model: { kind: 'values', values: [] },
    session: { kind: 'values', values: [] },
    subject: { kind: 'values', values: ['letter-1'] },
    actor: { kind: 'values', values: [] },
  });
});
