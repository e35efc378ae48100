import { openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog, watchScans } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { ERASE_STEPS } from './erasure.ts';
import { MIGRATIONS } from './migrations/index.ts';

// The outbox is emptied within moments, dead letters are rare, and events are erased in large batches.
const SMALL = ['outbox', 'dead_letters', 'output_events'];

test('erasing a few rows of a workspace scans no large table', async () => {
  await using database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  const db = await openDatabase({
    ...{ url: database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  const watched = watchScans(db);

  for (const step of ERASE_STEPS) await step(watched, 'w-1');

  expect(watched.scanned.filter((table) => !SMALL.includes(table))).toEqual([]);
  await db.close();
});
