import type { SqlClient } from '@output-review/runtime';

import { type OutputKey, outputKey } from './output.pure.ts';
import { keyColumns } from './outputs.sql.ts';

/** `not-applied` is a sync submission whose caller may know a result that is not here yet. */
export type OutputState = 'seen' | 'not-seen' | 'not-applied' | 'deleted';

/** How review knows each of these outputs, by `outputKey`; a stub is not seen. */
export async function findStates(
  db: SqlClient,
  keys: readonly OutputKey[],
): Promise<Map<string, OutputState>> {
  const { rows } = await db.query<OutputKey & { readonly state: OutputState }>(
    `SELECT workspace_id AS "workspaceId", id,
         CASE
           WHEN deleted_at IS NOT NULL THEN 'deleted'
           WHEN NOT visible THEN 'not-seen'
           WHEN is_sync AND run = 1 AND status = 'pending' THEN 'not-applied'
           ELSE 'seen' END AS state
       FROM outputs
       WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    keyColumns(keys),
  );
  return new Map(rows.map((row) => [outputKey(row), row.state]));
}

/** Which of these outputs review holds, deleted ones included. A stub has no body yet. */
export async function findHeld(db: SqlClient, keys: readonly OutputKey[]): Promise<OutputKey[]> {
  const { rows } = await db.query<OutputKey>(
    `SELECT workspace_id AS "workspaceId", id FROM outputs
       WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
         AND (visible AND NOT is_set_aside OR deleted_at IS NOT NULL)`,
    keyColumns(keys),
  );
  return rows;
}
