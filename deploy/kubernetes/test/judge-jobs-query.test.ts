import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openDatabase } from '@output-review/runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, silentLog, type TestDatabase } from '@output-review/runtime/testing';

import { MIGRATIONS } from '../../../services/evaluator/src/migrations/index.ts';

const QUERY_FILE = join(import.meta.dirname, '../output-review/files/judge-jobs.sql');

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const migrated = await openDatabase({
    url: database.urlOf('evaluator'),
    schema: 'evaluator',
    migrations: MIGRATIONS,
    poolMax: 1,
    log: silentLog,
  });
  await migrated.close();
  client = new Client({ connectionString: database.urlOf('evaluator') });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('KEDA counts only jobs that are due or in progress', async () => {
  const add = (id: string, state: string, [owner, dueIn]: [string | null, string | null]) =>
    client.query(
      `INSERT INTO evaluator.evaluations
         (workspace_id, output_id, run, state, owner, next_attempt_at)
       VALUES ('w', $1, 1, $2, $3, now() + $4::interval)`,
      [id, state, owner, dueIn],
    );
  await add('due', 'judging', [null, '-1 second']);
  await add('due too', 'judging', [null, '-1 hour']);
  await add('under way', 'judging', ['evaluator-1', '-1 second']);
  await add('has costly rules', 'checking', [null, '-1 second']);
  await add('is being checked', 'checking', ['evaluator-1', '-1 second']);
  await add('pauses, its judge is away', 'judging', [null, '1 minute']);
  await add('has no judge', 'waiting', [null, null]);
  await add('has its result', 'done', [null, null]);

  const { rows } = await client.query({
    text: await readFile(QUERY_FILE, 'utf8'),
    rowMode: 'array',
  });

  // A single number, because KEDA reads the first column of the first row.
  expect(rows).toEqual([['5']]);
});
