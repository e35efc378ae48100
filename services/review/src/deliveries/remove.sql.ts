import type { SqlClient } from '@output-review/runtime';

const PAGE_ROWS = 1_000;

const LIST_WORKSPACES = `
WITH RECURSIVE known (id) AS (
  (SELECT workspace_id FROM deliveries ORDER BY workspace_id LIMIT 1)
  UNION ALL
  SELECT (SELECT workspace_id FROM deliveries WHERE workspace_id > known.id ORDER BY workspace_id LIMIT 1)
  FROM known WHERE known.id IS NOT NULL
)
SELECT id FROM known WHERE id IS NOT NULL`;

// Rows of a workspace are about as old as their numbers say. So the oldest page is looked at, and
// what of it has been kept for long enough goes, with its attempts; what still waits does not.
const REMOVE_PAGE = `
WITH oldest AS (
  SELECT id, state, happened_at FROM deliveries WHERE workspace_id = $1 ORDER BY n LIMIT ${PAGE_ROWS}
), gone AS (
  DELETE FROM deliveries d USING oldest o
  WHERE d.id = o.id AND o.happened_at < $2 AND o.state NOT IN ('pending', 'retrying')
  RETURNING d.id
), gone_attempts AS (
  DELETE FROM delivery_attempts a USING gone WHERE a.delivery_id = gone.id
), gone_items AS (
  DELETE FROM digest_items i USING gone WHERE i.digest_id = gone.id
), gone_digests AS (
  DELETE FROM slack_messages m USING gone WHERE m.delivery_id = gone.id AND m.output_id IS NULL
)
SELECT count(*) AS removed FROM gone`;

/** Removes deliveries of what happened before a time, a few at a time. */
export async function removeDeliveries(
  sql: SqlClient,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const { rows: workspaces } = await sql.query<{ id: string }>(LIST_WORKSPACES);
  for (const { id } of workspaces) {
    let removed: number;
    do {
      if (signal.aborted) return;
      const { rows } = await sql.query<{ removed: string }>(REMOVE_PAGE, [id, before]);
      removed = Number(rows[0]?.removed ?? 0);
    } while (removed === PAGE_ROWS);
  }
}
