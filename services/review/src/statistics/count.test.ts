import { expect, test } from '@jest/globals';
import { type Database, newId, type SqlClient } from '@output-review/runtime';
import { eventually, watchReads } from '@output-review/runtime/testing';

import { startFollowing } from '../../test/following.ts';
import {
  anEvaluation,
  aSubmission,
  useTestReview,
  type TestReview,
} from '../../test/test-review.ts';
import { trimEvents } from '../streams/events.sql.ts';
import { countHappened } from './count.sql.ts';

const t = useTestReview({ jobsEveryMs: { countNews: 3_600_000 } });

/** A database that times out above that many events. */
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

test('events that take too long together are counted in smaller batches', async () => {
  const workspaceId = newId();
  const outputs = Array.from({ length: 5 }, () => aSubmission({ workspaceId }));
  await t.submit(...outputs);
  await t.evaluate(...outputs.map((output) => anEvaluation(output)));

  // A transaction in another database of the server delays it.
  await eventually(async () => {
    await countHappened(slowAbove(1, t), new AbortController().signal);
    expect(await resultsOf(workspaceId)).toBe('5');
  });
});

async function resultsOf(workspaceId: string): Promise<string | undefined> {
  const { rows } = await t.sql.query<{ n: string }>(
    `SELECT sum(results) AS n FROM statistics_counts
     WHERE workspace_id = $1 AND grouping = 'all' AND length = 'day'`,
    [workspaceId],
  );
  return rows[0]?.n;
}

test('every event is counted, also one that is committed late, and none is deleted before', async () => {
  const workspaceId = newId();
  const { happen, writer, stop } = await startFollowing(t);
  const { signal } = new AbortController();
  await happen(workspaceId, ['before']);
  await writer.transaction(async (late) => {
    await happen(workspaceId, ['begun first'], late);
    await happen(workspaceId, ['committed first']);
    await countHappened(t.sql, signal);
    await trimEvents(t.sql, new Date(t.clock.now().getTime() + 1), signal);
  });

  await eventually(async () => {
    await countHappened(t.sql, signal);
    expect(await resultsOf(workspaceId)).toBe('3');
  });
  await stop();
});

/** Reads the plans of counting statements, which are rolled back before they run. */
function watched({ sql }: TestReview): Database & Pick<ReturnType<typeof watchReads>, 'steps'> {
  const steps: ReturnType<typeof watchReads>['steps'] = [];
  const query =
    (tx: SqlClient): SqlClient['query'] =>
    async (statement, values) => {
      if (typeof statement !== 'string' && statement.name === 'statistics-count') {
        const reads = watchReads(tx);
        await tx.query('SAVEPOINT before_count');
        await reads.query(statement);
        await tx.query('ROLLBACK TO before_count');
        steps.push(...reads.steps);
      }
      return tx.query(statement, values);
    };
  return {
    ...{ ...sql, steps },
    transaction: (work) => sql.transaction((tx) => work({ ...tx, query: query(tx) })),
  };
}

const DECISIONS = 1_200;
const START = '2026-03-01T10:00:00Z';
/** An output with a decision every two seconds. The next decision replaces it, or for every third a flag clears it. */
const DECIDED_AND_FLAGGED = [
  `INSERT INTO outputs (workspace_id, id, project_id, timestamp, created_at, queued_at, evaluated_at, visible, run,
     is_applied, status, verdict)
   SELECT $1, id, 'p', at, at, at, at, true, 1, true, 'flagged', 'fail'
   FROM (SELECT $2::timestamptz AS at) AS start, (SELECT 'other' || n AS id FROM generate_series(1, $3::int) AS n UNION ALL SELECT 'hot') AS ids`,
  `INSERT INTO decisions (workspace_id, output_id, n, decision, decided_by, source, at)
   SELECT $1, 'other' || n, 1, 'approved', 'ada', 'dashboard', $2::timestamptz FROM generate_series(1, $3::int) AS n`,
  `INSERT INTO decisions (workspace_id, output_id, n, decision, decided_by, source, at, cleared_at)
   SELECT $1, 'hot', n, CASE WHEN n % 2 = 0 THEN 'approved' ELSE 'rejected' END, CASE WHEN n % 4 < 2 THEN 'ada' ELSE 'ben' END,
     'dashboard', at, CASE WHEN n % 3 = 0 THEN at + interval '1 second' WHEN n < $3::int THEN at + interval '2 seconds' END
   FROM generate_series(1, $3::int) AS n, LATERAL (SELECT $2::timestamptz + n * interval '2 seconds' AS at) AS times`,
  `INSERT INTO output_events (workspace_id, output_id, event, at, project_id, status, decision, decided_by)
   SELECT workspace_id, output_id, 'decided', at, 'p', 'flagged', decision, decided_by FROM decisions
   WHERE workspace_id = $1 AND output_id = 'hot' AND at > $2 AND n <= $3::int
   UNION ALL
   SELECT workspace_id, output_id, 'flagged', cleared_at, 'p', 'flagged', NULL, NULL FROM decisions
   WHERE workspace_id = $1 AND n % 3 = 0
   ORDER BY 4`,
];

test('finds what an event decided or cleared without reading the output’s thousands of other decisions', async () => {
  const workspaceId = newId();
  for (const statement of DECIDED_AND_FLAGGED) {
    await t.sql.query(statement, [workspaceId, START, DECISIONS]);
  }
  await t.sql.query('ANALYZE decisions');

  const db = watched(t);
  await eventually(async () => {
    await countHappened(db, new AbortController().signal);
    const { rows } = await t.sql.query(
      `SELECT grouping, decided, flagged, overridden FROM statistics_counts
       WHERE workspace_id = $1 AND grouping IN ('all', 'queue') AND length = 'day' ORDER BY grouping`,
      [workspaceId],
    );
    const third = DECISIONS / 3;
    // A flag overrides no decision. Half of the other decisions were replaced by the person who made them.
    expect(rows).toEqual([
      { grouping: 'all', decided: DECISIONS, flagged: third, overridden: third },
      // A decision on a decided output does not change the queue. The first decision does, and each after a flag.
      { grouping: 'queue', decided: third, flagged: third, overridden: 0 },
    ]);
  });

  const read = db.steps
    .filter((step) => step['Relation Name'] === 'decisions')
    .map(
      (step) =>
        (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
    );
  expect(read).not.toEqual([]);
  expect(Math.max(...read)).toBeLessThan(2 * DECISIONS);
});

test('an event that takes too long on its own is reported', async () => {
  const output = aSubmission({ workspaceId: newId() });
  await t.submit(output);
  await t.evaluate(anEvaluation(output));

  await eventually(async () => {
    const counting = countHappened(slowAbove(0, t), new AbortController().signal);
    await expect(counting).rejects.toMatchObject({ code: '57014' });
  });
});
