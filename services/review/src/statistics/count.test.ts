import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, newId, type SqlClient } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aSubmission,
  startTestReview,
  type TestReview,
} from '../../test/test-review.ts';
import { countHappened } from './count.sql.ts';

let t: TestReview;

beforeAll(async () => {
  t = await startTestReview({ countEveryMs: 3_600_000 });
});

afterAll(async () => {
  await t.stop();
});

/** A database that takes too long over more than so many lines. */
function slowAbove(linesMax: number, { sql }: TestReview): Database {
  const query =
    (tx: SqlClient): SqlClient['query'] =>
    (statement, values) => {
      const asked = typeof statement === 'string' ? undefined : statement.values?.[2];
      const isTooSlow = typeof asked === 'number' && asked > linesMax;
      return isTooSlow
        ? Promise.reject(Object.assign(new Error('canceled'), { code: '57014', severity: 'ERROR' }))
        : tx.query(statement, values);
    };
  return {
    ...sql,
    transaction: (work) => sql.transaction((tx) => work({ ...tx, query: query(tx) })),
  };
}

test('lines that take too long together are counted in smaller batches', async () => {
  const workspaceId = newId();
  const outputs = Array.from({ length: 5 }, () => aSubmission({ workspaceId }));
  await t.submit(...outputs);
  await t.evaluate(...outputs.map((output) => anEvaluation(output)));

  // What another database of the server has open holds it up.
  await eventually(async () => {
    await countHappened(slowAbove(1, t), new AbortController().signal);
    const { rows } = await t.sql.query<{ n: string }>(
      `SELECT sum(results) AS n FROM statistics_counts
       WHERE workspace_id = $1 AND grouping = 'all' AND length = 'day'`,
      [workspaceId],
    );
    expect(rows).toEqual([{ n: '5' }]);
  });
});

test('what takes too long alone is told', async () => {
  const output = aSubmission({ workspaceId: newId() });
  await t.submit(output);
  await t.evaluate(anEvaluation(output));

  await eventually(async () => {
    const counting = countHappened(slowAbove(0, t), new AbortController().signal);
    await expect(counting).rejects.toMatchObject({ code: '57014' });
  });
});
