import { expect, test } from '@jest/globals';
import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { useTestReview } from '../../test/test-review.ts';

const RESEAL = INTERNAL_OPERATIONS.resealSecrets;

const t = useTestReview();

// More than a page.
const ROWS = 501;

test('a page of deliveries ends once it is full, with or without callbacks', async () => {
  await t.sql.query(
    `INSERT INTO deliveries (workspace_id, destination_id, lane, event, happened_at, state)
     SELECT $1, $1, $1, 'test', now(), 'delivered' FROM generate_series(1, $2)`,
    [newId(), ROWS],
  );

  // The first page, the second with its last row, and an empty third.
  expect(await countPages('callback URLs of deliveries')).toBe(3);
});

async function countPages(wanted: string): Promise<number> {
  const api = await t.as({ kind: 'operator' });
  let pages = 0;
  let after: string | undefined;
  do {
    const answer = await api.post(RESEAL.path, { after });
    const { what, next } = answer.body as AnswerOf<typeof RESEAL, 200>;
    if (what === wanted) pages += 1;
    after = next ?? undefined;
  } while (after !== undefined);
  return pages;
}
