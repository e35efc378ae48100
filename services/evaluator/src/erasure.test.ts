import { expect, test } from '@jest/globals';
import { openDatabase } from '@output-review/runtime';
import { createTestDatabase, silentLog, watchScans } from '@output-review/runtime/testing';

import { ERASE_STEPS } from './erasure.ts';
import { MIGRATIONS } from './migrations/index.ts';

// Outboxes are emptied within moments, and dead letters are rare.
const SMALL = ['evaluation_outbox', 'outbox', 'dead_letters'];

test('erasing a few rows of a workspace scans no large table', async () => {
  await using database = await createTestDatabase({ service: 'evaluator', migrations: MIGRATIONS });
  const db = await openDatabase({
    ...{ url: database.urlOf('evaluator'), schema: 'evaluator', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });
  const watched = watchScans(db);

  for (const step of ERASE_STEPS) await step(watched, 'w-1');

  expect(watched.scanned.filter((table) => !SMALL.includes(table))).toEqual([]);
  await db.close();
});
