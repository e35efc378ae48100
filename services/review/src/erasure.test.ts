import { openDatabase, type SqlClient } from '@output-review/runtime';
import { createTestDatabase, silentLog } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { ERASE_STEPS } from './erasure.ts';
import { MIGRATIONS } from './migrations/index.ts';

// What waits there goes out in a moment, or was set aside, which is rare; events are taken many at a time.
const SMALL = /^\s*DELETE FROM (outbox|dead_letters|output_events) /;

test('no large table is read whole for a few rows of a workspace', async () => {
  await using database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  const db = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  // Empty tables would be read whole.
  await db.query('SET enable_seqscan = off');
  const readWhole: string[] = [];
  const explain: SqlClient['query'] = async (query, values) => {
    const text = typeof query === 'string' ? query : query.text;
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    if (!SMALL.test(text) && plan.includes('Seq Scan')) readWhole.push(plan);
    return { rows: [], rowCount: 0 };
  };

  for (const step of ERASE_STEPS) await step({ query: explain }, 'w-1');

  expect(readWhole).toEqual([]);
  await db.close();
});
