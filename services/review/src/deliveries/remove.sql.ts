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

// Row numbers of a workspace roughly follow their age, so pages are read in that order. Deletes old deliveries with
// their attempts, but no waiting ones, however many there are, and none that were replayed meanwhile: the state is that
// of the locked row.
const REMOVE_PAGE = `
WITH page AS (
  SELECT id, n, happened_at FROM deliveries
  WHERE workspace_id = $1 AND n > $3::bigint ORDER BY n LIMIT ${PAGE_ROWS}
), gone AS (
  DELETE FROM deliveries d USING page p
  WHERE d.id = p.id AND p.happened_at < $2 AND d.state NOT IN ('pending', 'retrying')
  RETURNING d.id
), gone_attempts AS (
  DELETE FROM delivery_attempts a USING gone WHERE a.delivery_id = gone.id
), gone_items AS (
  DELETE FROM digest_items i USING gone WHERE i.digest_id = gone.id
), gone_digests AS (
  DELETE FROM slack_messages m USING gone WHERE m.delivery_id = gone.id AND m.output_id IS NULL
)
SELECT max(n) AS last FROM page HAVING count(*) = ${PAGE_ROWS} AND bool_or(happened_at < $2)`;

/** Removes deliveries of events before a time, in small pages. */
export async function removeDeliveries(
  sql: SqlClient,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const { rows: workspaces } = await sql.query<{ id: string }>(LIST_WORKSPACES);
  for (const { id } of workspaces) {
    let after: string | undefined = '0';
    while (after !== undefined && !signal.aborted) {
      const { rows }: Removed = await sql.query(REMOVE_PAGE, [id, before, after]);
      after = rows[0]?.last;
    }
  }
}

interface Removed {
  /** The last number of a full page with old deliveries: more may follow. */
  readonly rows: readonly { readonly last: string }[];
}
