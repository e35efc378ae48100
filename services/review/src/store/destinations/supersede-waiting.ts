import type { SqlClient } from '@output-review/runtime';

/** Has a destination that has ended be told nothing any more, but for what is being sent right now. */
export async function supersedeWaiting(
  tx: SqlClient,
  destinationId: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET state = 'superseded', next_attempt_at = NULL
     WHERE destination_id = $1 AND state IN ('pending', 'retrying')
       AND (lease_until IS NULL OR lease_until <= $2)`,
    [destinationId, at],
  );
}
