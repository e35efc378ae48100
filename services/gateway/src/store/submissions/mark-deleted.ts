import type { SqlClient } from '@output-review/runtime';

import type { OutputKey } from '../../use-cases/submissions/reconcile-bodies.ts';

/**
 * Marks outputs deleted: nothing of their texts stays, and their ids are never used again.
 * Repeating it changes nothing.
 */
export async function markDeleted(client: SqlClient, keys: readonly OutputKey[]): Promise<void> {
  await client.query({
    name: 'mark-submissions-deleted',
    text: `UPDATE submissions
           SET deleted_at = coalesce(submissions.deleted_at, now()), body = NULL, answer = NULL
           FROM unnest($1::text[], $2::text[]) AS gone (workspace_id, id)
           WHERE submissions.workspace_id = gone.workspace_id AND submissions.id = gone.id`,
    values: [keys.map((key) => key.workspaceId), keys.map((key) => key.id)],
  });
}
