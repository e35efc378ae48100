import type { SqlClient } from '../postgres/database.ts';

/** The table in which deleted outputs leave their keys, and its columns. */
export interface Tombstones {
  readonly table: string;
  readonly id: string;
  /** Which of its rows are of deleted outputs. */
  readonly isDeleted: string;
}

const ROWS_MAX = 500;

/**
 * Makes a job that erases what was set aside of deleted outputs. It looks at the letters that there are instead of
 * being told of deletions: so it also finds one whose message was read after the deletion.
 */
export function makeEraseLetters(
  database: SqlClient,
  { table, id, isDeleted }: Tombstones,
): (signal: AbortSignal) => Promise<void> {
  // Keys of outputs are `workspaceId/id`, and neither has a slash.
  const text = `
    DELETE FROM dead_letters WHERE id = ANY (ARRAY(
      SELECT d.id FROM dead_letters AS d WHERE EXISTS (
        SELECT FROM ${table} AS t
        WHERE t.workspace_id = split_part(d.key, '/', 1) AND t.${id} = split_part(d.key, '/', 2)
          AND d.key = t.workspace_id || '/' || t.${id} AND t.${isDeleted}
      ) LIMIT ${ROWS_MAX} FOR UPDATE SKIP LOCKED
    )) RETURNING 1`;
  let isEmptied = false;
  return async (signal) => {
    if (!isEmptied) await database.query(EMPTY_REPLAYED);
    isEmptied = true;
    while (!signal.aborted && (await database.query(text)).rows.length === ROWS_MAX);
  };
}

// Those that v0.1.0 replayed; releases since then empty one as they replay it.
const EMPTY_REPLAYED = `
UPDATE dead_letters SET json = '' WHERE replayed_at IS NOT NULL AND json <> ''`;
