import type { SqlClient } from '@output-review/runtime';

import type { OutputKey } from '../../use-cases/submissions/reconcile-bodies.ts';

/**
 * Marks outputs deleted: nothing of their texts stays, and their ids are never used again.
 * Repeating it changes nothing.
 *
 * @returns those of them that have files.
 */
export async function markDeleted(
  client: SqlClient,
  keys: readonly OutputKey[],
): Promise<readonly OutputKey[]> {
  const { rows } = await client.query<MarkedRow>({
    name: 'mark-submissions-deleted',
    text: `UPDATE submissions
           SET deleted_at = coalesce(submissions.deleted_at, now()), body = NULL, answer = NULL
           FROM unnest($1::text[], $2::text[]) AS gone (workspace_id, id)
           WHERE submissions.workspace_id = gone.workspace_id AND submissions.id = gone.id
           RETURNING submissions.workspace_id, submissions.id,
             submissions.file_attempt IS NOT NULL AS has_files`,
    values: [keys.map((key) => key.workspaceId), keys.map((key) => key.id)],
  });
  return rows.flatMap(({ workspace_id: workspaceId, id, has_files: hasFiles }) =>
    hasFiles ? [{ workspaceId, id }] : [],
  );
}

interface MarkedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly has_files: boolean;
}
