import type { SqlClient } from '@output-review/runtime';

/** When tokens took slots in the last minute, for the refill of the window after a restart. */
export async function recentSlots(
  client: SqlClient,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const { rows } = await client.query<{ token_id: string; taken_at: Date[] }>(
    `SELECT token_id, array_agg(accepted_at) AS taken_at FROM submissions
     WHERE accepted_at > now() - interval '60 seconds' GROUP BY token_id`,
  );
  return new Map(rows.map((row) => [row.token_id, row.taken_at]));
}
