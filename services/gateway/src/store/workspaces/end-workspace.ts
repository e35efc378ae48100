import type { Transaction } from '@output-review/runtime';

import type { EraseWorkspaceDeps } from '../../use-cases/workspaces/erase-workspace.ts';
import type { AuditedChange } from '../audited-change.ts';
import { announceWorkspace, type AnnounceDeps } from './announce-workspace.ts';
import { holdWorkspace } from './hold-workspace.ts';

/** Ends workspaces on PostgreSQL. Their rows stay until all that is kept of them is erased. */
export function makeHoldToErase(
  change: AuditedChange,
  deps: AnnounceDeps,
): EraseWorkspaceDeps['hold'] {
  return (origin, work) =>
    change(origin, async (tx, { handOver }) => {
      const { workspaceId, userId } = origin.principal;
      await holdWorkspace(tx, workspaceId);
      const { rows } = await tx.query<{ name: string; isAdmin: boolean }>(READ, [
        workspaceId,
        userId,
      ]);
      const [found] = rows;
      if (!found) throw new Error(`No row of workspace ${workspaceId}, which is held`);
      await work({
        ...found,
        end: async () => {
          await endWorkspace(tx, workspaceId, deps.now());
          handOver(await announceWorkspace(tx, workspaceId, deps));
        },
      });
    });
}

const READ = `
SELECT name, EXISTS (
  SELECT FROM members WHERE workspace_id = $1 AND user_id = $2 AND role = 'admin'
) AS "isAdmin"
FROM workspaces WHERE id = $1`;

// A token that is gone is dead for the next request on every gateway, and for rows that wait for their
// insert; so is a session whose user is no member.
async function endWorkspace(tx: Transaction, workspaceId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE workspaces SET deleted_at = $2, name = '', version = version + 1 WHERE id = $1`,
    [workspaceId, at],
  );
  for (const table of ['tokens', 'members', 'invitations']) {
    await tx.query(`DELETE FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
  }
}
