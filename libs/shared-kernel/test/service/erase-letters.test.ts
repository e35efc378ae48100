import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEAD_LETTERS_TABLE_SQL } from '@output-review/runtime';
import { Client } from 'pg';

import {
  createTestDatabase,
  type TestDatabase,
  watchReads,
} from '../../../runtime/src/testing/index.ts';
import { makeEraseLetters } from '../../src/service/dead-letters.ts';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(DEAD_LETTERS_TABLE_SQL);
  await client.query(
    'CREATE TABLE gone (workspace_id text, id text, is_deleted boolean, PRIMARY KEY (workspace_id, id))',
  );
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('erases the letters of deleted outputs, a few of many in a turn', async () => {
  await client.query(
    `INSERT INTO dead_letters (consumer_group, event_id, topic, key, source, time, json, position, code,
       reason, attempts)
     SELECT 'g', n, 'outputs.submitted', 'w/o' || n, 's', 't', '{}', 'p', 'REFUSED', 'r', 1
     FROM generate_series(1, 5000) AS n`,
  );
  await client.query(
    `INSERT INTO gone SELECT 'w', 'o' || n, true FROM generate_series(7, 5000, 100) AS n`,
  );
  await client.query('ANALYZE dead_letters, gone');
  const gone = { table: 'gone', id: 'id', isDeleted: 'is_deleted' };
  const erase = makeEraseLetters(client, gone);
  const count = async () => {
    const { rows } = await client.query<{ left: number; bad: number }>(
      `SELECT count(*)::int AS left, count(g.id)::int AS bad
       FROM dead_letters d LEFT JOIN gone g ON d.key = g.workspace_id || '/' || g.id`,
    );
    return rows[0];
  };

  await erase(new AbortController().signal);
  expect(await count()).toEqual({ left: 4980, bad: 30 });
  await erase(new AbortController().signal);
  await erase(new AbortController().signal);
  expect(await count()).toEqual({ left: 4950, bad: 0 });

  // The next round finds what was deleted since.
  await client.query(`INSERT INTO gone VALUES ('w', 'o1', true)`);
  await erase(new AbortController().signal);
  expect(await count()).toEqual({ left: 4949, bad: 0 });

  const { reads, query } = watchReads(client);
  await makeEraseLetters({ query }, gone)(new AbortController().signal);
  const [, ...pages] = reads;
  expect(pages).toEqual([500, 500, 500, 500]);
});
