import { RATE_WINDOW_MS, type SqlClient } from '@output-review/runtime';

// The row's lock makes callers of one name wait for each other; what is read and written behind it is
// the row as it is then, by the clock of that moment.
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
  RETURNING caller
)
SELECT EXISTS (SELECT FROM taken) AS "isTaken", (
  SELECT extract(epoch FROM
    known.taken_at[cardinality(known.taken_at) + 1 - $2] - clock_timestamp())::float8 * 1000 + $3
  FROM model_calls known WHERE caller = $1) AS "freeInMs"`,
};

/**
 * Takes a slot of what may ask models: answers null where there was one, else in how many ms there is.
 * Counts in PostgreSQL alone, unlike the window of submissions: there are few of these calls, each costs
 * the operator's money, and so the count stays exact while Redis comes and goes and after a restart.
 *
 * @param client of the gateway's schema.
 */
export function makeTakeModelCallSlot(client: SqlClient) {
  return async (caller: string, limit: number): Promise<number | null> => {
    const { rows } = await client.query<{ isTaken: boolean; freeInMs: number | null }>({
      ...TAKE,
      values: [caller, limit, RATE_WINDOW_MS],
    });
    const [row] = rows;
    if (row?.isTaken) return null;
    // Of the row as it was before the wait for its lock; another may have come in between.
    return Math.min(Math.max(row?.freeInMs ?? RATE_WINDOW_MS, 0), RATE_WINDOW_MS);
  };
}
