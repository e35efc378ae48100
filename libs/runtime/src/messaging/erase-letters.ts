import type { SqlClient } from '../postgres/database.ts';

/** The table with the keys of deleted outputs, and its columns. */
export interface Tombstones {
  readonly table: string;
  readonly id: string;
  /** Condition for the rows of deleted outputs. */
  readonly isDeleted: string;
}

const ROWS_MAX = 500;

/**
 * Creates a job that erases the dead letters of deleted outputs. It checks existing letters instead of reacting to
 * deletions, so it also finds a message that was read after the deletion.
 */
export function makeEraseLetters(
  database: SqlClient,
  { table, id, isDeleted }: Tombstones,
): (signal: AbortSignal) => Promise<void> {
  // Keys of outputs are `workspaceId/id`. Neither part contains a slash.
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

// Letters that v0.1.0 replayed. Later releases delete the text on replay.
const EMPTY_REPLAYED = `
UPDATE dead_letters SET json = '' WHERE replayed_at IS NOT NULL AND json <> ''`;
