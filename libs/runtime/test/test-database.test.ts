import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';

import { createTestDatabase, type TestDatabase } from '../src/testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a service can create tables only in its own schema', async () => {
  await ask(database.urlOf('gateway'), 'CREATE TABLE gateway.t (a int)');

  for (const schema of ['review', 'extensions', 'public']) {
    await expect(
      ask(database.urlOf('gateway'), `CREATE TABLE ${schema}.t (a int)`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await expect(ask(database.urlOf('review'), 'SELECT * FROM gateway.t')).rejects.toMatchObject({
    code: '42501',
  });
});

test('letters of every script have case mapping and trigrams', async () => {
  const [row] = await ask(
    database.urlOf('review'),
    `SELECT lower('ÄПР') AS lower, 'Ä' ILIKE 'ä' AS "isAlike",
            cardinality(extensions.show_trgm('привет')) AS trigrams,
            'Z' < 'a' AS "isByCodePoint"`,
  );

  expect(row).toEqual({ lower: 'äпр', isAlike: true, trigrams: 7, isByCodePoint: true });
});

test('two databases are isolated, and a dropped one is gone', async () => {
  const other = await createTestDatabase();
  await ask(other.adminUrl, 'CREATE TABLE public.only_here (a int)');

  await expect(ask(database.adminUrl, 'SELECT * FROM public.only_here')).rejects.toMatchObject({
    code: '42P01',
  });
  await other.drop();
  await expect(ask(other.adminUrl, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
});
