import type { Transaction } from '@output-review/runtime';

/**
 * Links to an output. A transaction links before it writes to notes, as a deletion does, so that the
 * two cannot wait for each other.
 *
 * @returns the id to keep; null where the output is deleted.
 */
export async function linkOutput(
  tx: Transaction,
  workspaceId: string,
  logId: string | null,
): Promise<string | null> {
  if (logId === null) return null;
  const { rows } = await tx.query<{ is_deleted: boolean }>(LINK, [workspaceId, logId]);
  return rows[0]?.is_deleted === true ? null : logId;
}

const LINK = `
INSERT INTO linked_outputs AS o (workspace_id, log_id, is_deleted) VALUES ($1, $2, false)
ON CONFLICT (workspace_id, log_id) DO UPDATE SET is_deleted = o.is_deleted
RETURNING is_deleted`;
