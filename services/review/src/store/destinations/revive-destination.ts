import type { SqlClient } from '@output-review/runtime';

/** Has a destination that had ended told again, as if it had never failed. */
export async function reviveDestination(tx: SqlClient, id: string): Promise<void> {
  await tx.query(
    `UPDATE destinations SET is_active = true, ended_reason = NULL, failing_since = NULL
     WHERE id = $1`,
    [id],
  );
}
