import type { Database } from '@output-review/runtime';

import { type Context, job } from '../context.ts';
import { DAILY_KEY, FOLDED_SLOT } from './counts.sql.ts';
import { OUTCOME_KEY } from './outcomes.sql.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const COUNTS = [
  { table: 'daily_counts', key: DAILY_KEY },
  { table: 'outcome_counts', key: OUTCOME_KEY },
] as const;

type Counts = (typeof COUNTS)[number];

/** Folds the slots of past days into one, so that lists and reports read fewer rows. */
export const foldOldCounts = job({
  name: 'fold counts',
  everyMs: HOUR_MS,
  run: foldCounts,
});

/** Keeps the totals. Rows that are being written are left for the next run. */
async function foldCounts({ db, clock }: Context, signal: AbortSignal): Promise<void> {
  // Outputs of yesterday are still being decided.
  const before = new Date(clock.now().getTime() - DAY_MS);
  for (const counts of COUNTS) {
    for (const place of await findUnfolded(db, counts, before)) {
      if (signal.aborted) return;
      await foldDay(db, counts, place);
    }
  }
}

interface Place {
  readonly workspace_id: string;
  readonly day: string;
}

/** @param before in UTC. Its day is not folded. */
async function findUnfolded(db: Database, { table }: Counts, before: Date): Promise<Place[]> {
  const { rows } = await db.query<Place>(
    `SELECT DISTINCT workspace_id, day::text AS day FROM ${table}
     WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date AND slot <> ${FOLDED_SLOT}`,
    [before],
  );
  return rows;
}

function foldDay(db: Database, counts: Counts, place: Place): Promise<void> {
  return db.transaction(async (tx) => {
    // Two processes that fold the same day would wait for each other.
    const { rows } = await tx.query<{ is_mine: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext('fold counts')) AS is_mine",
    );
    if (rows[0]?.is_mine) await tx.query(foldStatement(counts), [place.workspace_id, place.day]);
  });
}

/** Never waits: takes only unlocked rows, and writes only to its own slot. */
const foldStatement = ({ table, key }: Counts): string => `
  WITH free AS MATERIALIZED (
    SELECT ctid FROM ${table} WHERE workspace_id = $1 AND day = $2 FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM ${table} AS c USING free WHERE c.ctid = free.ctid RETURNING c.*
  )
  INSERT INTO ${table} AS c (${key}, slot, n)
  SELECT ${key}, ${FOLDED_SLOT}, sum(n) FROM taken GROUP BY ${key} HAVING sum(n) <> 0
  ON CONFLICT (${key}, slot) DO UPDATE SET n = c.n + excluded.n`;
