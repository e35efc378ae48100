import type { SqlClient } from '@output-review/runtime';

import { outputKey, type OutputKey } from '../domain/output.ts';
import type { OutputState } from '../use-cases/require-seen.ts';
import { keyColumns } from './save-outputs.ts';

/** How review knows each of these outputs, by `outputKey`; a stub is not seen. */
export const makeFindStates =
  (db: SqlClient) =>
  async (keys: readonly OutputKey[]): Promise<Map<string, OutputState>> => {
    const { rows } = await db.query<{ workspace_id: string; id: string; state: OutputState }>(
      `SELECT workspace_id, id,
         CASE
           WHEN deleted_at IS NOT NULL THEN 'deleted'
           WHEN NOT visible THEN 'not-seen'
           WHEN is_sync AND run = 1 AND status = 'pending' THEN 'not-applied'
           ELSE 'seen' END AS state
       FROM outputs
       WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      keyColumns(keys),
    );
    return new Map(
      rows.map(({ workspace_id: workspaceId, id, state }) => [
        outputKey({ workspaceId, id }),
        state,
      ]),
    );
  };

/** Which of these outputs review holds, deleted ones included. A stub has no body yet. */
export const makeFindHeld =
  (db: SqlClient) =>
  async (keys: readonly OutputKey[]): Promise<OutputKey[]> => {
    const { rows } = await db.query<{ workspace_id: string; id: string }>(
      `SELECT workspace_id, id FROM outputs
       WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
         AND (visible AND NOT is_set_aside OR deleted_at IS NOT NULL)`,
      keyColumns(keys),
    );
    return rows.map(({ workspace_id: workspaceId, id }) => ({ workspaceId, id }));
  };

/** Outputs that have been pending since before a time, the longest waiting first. */
export const makeFindPendingSince =
  (db: SqlClient) =>
  async (before: Date, limit: number): Promise<OutputKey[]> => {
    // The counts name the workspaces, so that the index by workspace and status can be used.
    const { rows } = await db.query<{ workspace_id: string; id: string }>(
      `SELECT o.workspace_id, o.id
       FROM (
         SELECT workspace_id FROM daily_counts WHERE status = 'pending'
         GROUP BY 1 HAVING sum(n) > 0
       ) waiting
       JOIN outputs o ON o.workspace_id = waiting.workspace_id
       WHERE o.status = 'pending' AND o.visible AND o.queued_at <= $1
       ORDER BY o.queued_at LIMIT $2`,
      [before, limit],
    );
    return rows.map(({ workspace_id: workspaceId, id }) => ({ workspaceId, id }));
  };
