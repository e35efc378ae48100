import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';

import { textArray } from '../../src/postgres/text-array.ts';
import { createTestDatabase } from '../../src/testing/index.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each([
  ['nothing', []],
  ['plain texts', ['a', 'b']],
  ['nulls among texts', [null, 'NULL', null, '']],
  ['characters that a literal must escape', ['"', '\\', '{}', ',', "'", '\n', ' a ']],
  ['more bytes than characters', ['ä', '😀', 'e\u0301', '日本']],
  ['a long text', ['x'.repeat(1_000_000), 'y']],
  ['many', Array.from({ length: 5_000 }, (_, n) => `item ${n}`)],
])('round-trips %s', async (_what, items) => {
  const { rows } = await client.query<{ items: (string | null)[] }>('SELECT $1::text[] AS items', [
    textArray(items),
  ]);

  expect(rows[0]?.items).toEqual(items);
});
