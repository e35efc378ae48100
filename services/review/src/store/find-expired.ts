import type { SqlClient } from '@output-review/runtime';

import type { Retention } from '../domain/retention.ts';
import type { ExpiredPage, ExpiredPlace } from '../use-cases/remove-expired.ts';

// One transaction each, in which others that bring new search terms wait.
const PAGE_ROWS = 200;

/** The workspaces that do not keep their outputs for ever. */
export const makeListRetentions = (db: SqlClient) => async (): Promise<Retention[]> => {
  const { rows } = await db.query<Retention>(
    `SELECT workspace_id AS "workspaceId", retention_days AS days FROM workspace_settings
     WHERE retention_days IS NOT NULL AND NOT is_deleted ORDER BY workspace_id`,
  );
  return rows;
};

interface ExpiredRow {
  readonly id: string;
  readonly timestamp: string;
}

/**
 * Settled outputs that were made before a time, by their own times, which an index knows: an output is
 * at most five minutes ahead of the moment it was made. Each page goes on where the one before ended,
 * so that what is kept is passed once.
 */
export const makeFindExpired =
  (db: SqlClient) =>
  async (workspaceId: string, before: Date, after: ExpiredPlace | null): Promise<ExpiredPage> => {
    const { rows } = await db.query<ExpiredRow>(
      `SELECT id, timestamp::text AS timestamp FROM outputs
       WHERE workspace_id = $1 AND visible AND created_at < $2
         AND timestamp < $2::timestamptz + interval '5 minutes'
         AND (human_decision IS NOT NULL OR status = 'pass')
         AND (timestamp, id) > ($3::timestamptz, $4)
       ORDER BY timestamp, id LIMIT ${PAGE_ROWS}`,
      [workspaceId, before, after?.timestamp ?? '-infinity', after?.id ?? ''],
    );
    const last = rows.length < PAGE_ROWS ? null : rows.at(-1);
    return { keys: rows.map(({ id }) => ({ workspaceId, id })), next: last ?? null };
  };
