import type { SqlClient } from '@output-review/runtime';
import {
  type ErasedWorkspaces,
  eraseKeyed,
  eraseLetters,
  eraseRows,
  type EraseStep,
} from '@output-review/shared-kernel';

/** Workspaces that have ended. Each is listed until its row is deleted. */
export function endedWorkspaces(db: SqlClient): ErasedWorkspaces {
  return {
    list: async () => {
      const { rows } = await db.query<{ id: string }>(
        'SELECT id FROM workspaces WHERE deleted_at IS NOT NULL ORDER BY id',
      );
      return rows.map(({ id }) => id);
    },
    // Their own rows record the end, before it is published.
    note: () => Promise.resolve(),
    checked: async (workspaceId) => {
      await db.query(DELETE_WORKSPACE, [workspaceId]);
    },
  };
}

// A minute is longer than any statement: rows that were being inserted when the workspace ended are committed by then,
// and were erased.
const DELETE_WORKSPACE = `
DELETE FROM workspaces
WHERE id = $1 AND deleted_at < now() - interval '1 minute'
  AND NOT EXISTS (SELECT FROM submissions WHERE workspace_id = $1)
  AND NOT EXISTS (SELECT FROM submission_outbox WHERE workspace_id = $1)
  AND NOT EXISTS (SELECT FROM outbox WHERE key = $1)`;

/** All data of a workspace in the gateway, except its row, which is deleted when no other data is found. */
export const ERASE_STEPS: readonly EraseStep[] = [
  // In this order, because a submission that still exists may be put back into the outbox.
  eraseRows('submissions'),
  eraseRows('submission_outbox'),
  eraseRows('file_reservations'),
  eraseRows('project_names'),
  eraseRows('task_names'),
  eraseRows('tasks'),
  eraseRows('projects'),
  eraseRows('groups'),
  eraseRows('audit_heads'),
  eraseRows('kept_mails'),
  eraseKeyed('outbox'),
  eraseLetters,
];
