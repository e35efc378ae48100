import { hash } from 'node:crypto';

import { type Database, newId, type SqlClient } from '@output-review/runtime';

import { RATE_WINDOW_MS } from '../rate-limit/rate-window.ts';

// The row lock serializes calls of one caller. Everything after it reads the current row and clock. A time in the
// future was recorded before the clock was set back.
const TAKE = {
  name: 'take_model_call',
  text: `
WITH taken AS (
  INSERT INTO model_calls AS known (caller, taken_at) VALUES ($1, ARRAY[clock_timestamp()])
  ON CONFLICT (caller) DO UPDATE SET
    taken_at = known.taken_at[cardinality(known.taken_at) + 2 - $2:] || clock_timestamp()
  WHERE cardinality(known.taken_at) < $2
    OR known.taken_at[cardinality(known.taken_at) + 1 - $2]
      <= clock_timestamp() - $3 * interval '1 millisecond'
    OR known.taken_at[cardinality(known.taken_at) + 1 - $2] > clock_timestamp()
  RETURNING caller
)
SELECT EXISTS (SELECT FROM taken) AS "isTaken", (
  SELECT extract(epoch FROM
    known.taken_at[cardinality(known.taken_at) + 1 - $2] - clock_timestamp())::float8 * 1000 + $3
  FROM model_calls known WHERE caller = $1) AS "freeInMs"`,
};

/**
 * Takes a slot for a model call: returns null if one was free, otherwise the ms until one is. Counts in PostgreSQL
 * only, unlike the submission window. These calls are few and each costs the operator money, so the count stays exact
 * across Redis outages and restarts.
 */
export async function takeModelCallSlot(
  db: SqlClient,
  caller: string,
  limit: number,
): Promise<number | null> {
  const { rows } = await db.query<{ isTaken: boolean; freeInMs: number | null }>({
    ...TAKE,
    values: [caller, limit, RATE_WINDOW_MS],
  });
  const [row] = rows;
  if (row?.isTaken) return null;
  // This row was read before the wait for its lock; another call may have changed it since.
  return Math.min(Math.max(row?.freeInMs ?? RATE_WINDOW_MS, 0), RATE_WINDOW_MS);
}

export interface Lane {
  readonly key: string;
  /** Attempts in any minute. */
  readonly most: number;
}

// The locks serialize attempts that share a key. A fixed order prevents deadlocks.
const LOCK = `SELECT pg_advisory_xact_lock(lock) FROM (
  SELECT DISTINCT hashtextextended(key, 0) AS lock FROM unnest($1::text[]) key ORDER BY 1) locks`;

const BEGIN = `
WITH lanes AS (SELECT * FROM unnest($2::text[], $3::int[]) AS lane (key, most)),
live AS (
  SELECT lanes.key, lanes.most, count(tries.id) AS tries
  FROM lanes LEFT JOIN sign_in_tries tries ON tries.key = lanes.key
    AND tries.at > clock_timestamp() - $4 * interval '1 millisecond' AND tries.at <= clock_timestamp()
  GROUP BY lanes.key, lanes.most)
INSERT INTO sign_in_tries (id, key, at)
SELECT $1, key, clock_timestamp() FROM lanes
WHERE NOT EXISTS (SELECT FROM live WHERE tries >= most)
RETURNING key`;

/**
 * Counts a password attempt in PostgreSQL, which all gateways share. The count is exact under concurrent attempts, and
 * neither a restart nor a lost Redis resets it.
 *
 * @returns the ID of the attempt, which counts from now on; null if a lane is full.
 */
export function beginSignInTry(db: Database, lanes: readonly Lane[]): Promise<string | null> {
  return db.transaction(async (tx) => {
    const id = newId();
    // Hashed, so that the input of callers is not stored.
    const keys = lanes.map(({ key }) => hash('sha256', key, 'base64url'));
    await tx.query(LOCK, [keys]);
    const most = lanes.map((lane) => lane.most);
    const { rows } = await tx.query(BEGIN, [id, keys, most, RATE_WINDOW_MS]);
    return rows.length > 0 ? id : null;
  });
}

/** Removes an attempt that was no failure. */
export async function removeSignInTry(db: SqlClient, id: string): Promise<void> {
  await db.query('DELETE FROM sign_in_tries WHERE id = $1', [id]);
}
