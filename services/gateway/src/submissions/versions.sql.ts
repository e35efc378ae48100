import type { ActiveInstructions } from '@output-review/contracts';
import { newestInKeyOrder, type SqlClient } from '@output-review/runtime';

/** A saved version of a task's instructions. */
export interface SavedVersion extends ActiveInstructions {
  readonly workspaceId: string;
}

// A deleted task gets no more outputs. Existing tasks stay until the commit, and known versions are not written again.
const RECORD = `
  INSERT INTO instructions_versions AS kept (workspace_id, task_id, version)
  SELECT told.workspace_id, told.task_id, told.version
  FROM unnest($1::text[], $2::text[], $3::integer[]) AS told (workspace_id, task_id, version)
  JOIN tasks ON tasks.workspace_id = told.workspace_id AND tasks.id = told.task_id
  LEFT JOIN instructions_versions AS known ON known.workspace_id = told.workspace_id
    AND known.task_id = told.task_id
  WHERE known.version IS NULL OR known.version < told.version
  ORDER BY told.workspace_id, told.task_id
  FOR KEY SHARE OF tasks
  ON CONFLICT (workspace_id, task_id) DO UPDATE SET version = excluded.version
    WHERE kept.version < excluded.version`;

/**
 * Records the highest version of each task; older ones change nothing. Submissions after this call get at least these
 * versions.
 */
export async function recordVersions(
  client: SqlClient,
  told: readonly SavedVersion[],
): Promise<void> {
  const newest = newestInKeyOrder(told, ({ workspaceId, taskId }) => `${workspaceId}/${taskId}`);
  await client.query({
    name: 'record-instructions-versions',
    text: RECORD,
    values: [
      newest.map(({ workspaceId }) => workspaceId),
      newest.map(({ taskId }) => taskId),
      newest.map(({ version }) => version),
    ],
  });
}
