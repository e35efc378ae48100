import { openDatabase, type SqlClient } from '@output-review/runtime';
import { createTestDatabase, silentLog } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { ERASE_STEPS } from './erasure.ts';
import { MIGRATIONS } from './migrations/index.ts';

// The outbox is emptied within moments, dead letters are rare, and events are erased in large batches.
const SMALL = /^\s*DELETE FROM (outbox|dead_letters|output_events) /;

test('erasing a few rows of a workspace scans no large table', async () => {
  await using database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  const db = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  // Otherwise empty tables would be scanned.
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
