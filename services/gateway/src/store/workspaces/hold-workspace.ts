import { AppError } from '@output-review/errors';
import type { Transaction } from '@output-review/runtime';

/**
 * Has changes of one workspace wait for each other until the end of the transaction. Requests that only
 * look it up go on, and so do submissions.
 *
 * @throws AppError NOT_FOUND where there is none any more.
 */
export async function holdWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  const { rows } = await tx.query(
    'SELECT FROM workspaces WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [workspaceId],
  );
  if (rows.length === 0) throw new AppError('NOT_FOUND', 'There is no such workspace any more.');
}
