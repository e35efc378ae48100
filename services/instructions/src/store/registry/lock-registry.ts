import type { SqlClient } from '@output-review/runtime';

/**
 * Holds up whoever else makes a document of the workspace, or lets go of one of its projects or tasks,
 * until the end of the transaction.
 */
export async function lockRegistry(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('registry/' || $1, 0))`, [
    workspaceId,
  ]);
}
