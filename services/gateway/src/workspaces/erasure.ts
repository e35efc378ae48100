import type { SqlClient } from '@output-review/runtime';
import {
  type ErasedWorkspaces,
  eraseKeyed,
  eraseLetters,
  eraseRows,
  type EraseStep,
} from '@output-review/shared-kernel';

/** Workspaces that have ended; each is listed until its row goes too. */
export function endedWorkspaces(db: SqlClient): ErasedWorkspaces {
  return {
    list: async () => {
      const { rows } = await db.query<{ id: string }>(
        'SELECT id FROM workspaces WHERE deleted_at IS NOT NULL ORDER BY id',
      );
      return rows.map(({ id }) => id);
    },
    // Their own rows say it, from before anybody was told.
    note: () => Promise.resolve(),
    checked: async (workspaceId) => {
      await db.query(FORGET, [workspaceId]);
    },
  };
}

// A minute is longer than any statement: what was being inserted when the workspace ended has come in by
// then, and was erased.
const FORGET = `
DELETE FROM workspaces
WHERE id = $1 AND deleted_at < now() - interval '1 minute'
  AND NOT EXISTS (SELECT FROM submissions WHERE workspace_id = $1)
  AND NOT EXISTS (SELECT FROM submission_outbox WHERE workspace_id = $1)
  AND NOT EXISTS (SELECT FROM outbox WHERE key = $1)`;

/** Everything that the gateway keeps of a workspace but its row, which goes once nothing of this was found. */
export const ERASE_STEPS: readonly EraseStep[] = [
  // In this order: a submission that is here may be put back into the outbox.
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
