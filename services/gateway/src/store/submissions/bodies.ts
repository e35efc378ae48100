import type { SqlClient } from '@output-review/runtime';

import type { BodiesPage, OutputKey } from '../../use-cases/submissions/drop-held-bodies.ts';

// One call to review and one statement here; the interface between them takes as many.
const PAGE_ROWS = 2_000;

// A minute leaves every repeat that a client makes at once its body, and review the time to
// consume. Sync submissions without an answer keep it: a repeat finishes them. So does whatever may
// have its event still unsent, because the event is made of the body: review may hold an output that
// the evaluator has not heard of. A row is written within a minute of its acceptance.
const LIST = `
  SELECT workspace_id, id, accepted_at::text AS accepted_at
  FROM submissions
  WHERE body IS NOT NULL
    AND accepted_at < interval '-60 seconds' + coalesce(
      (SELECT created_at FROM submission_outbox ORDER BY seq LIMIT 1), now()
    )
    AND accepted_at > coalesce($1::timestamptz, '-infinity')
    AND (NOT is_sync OR answer IS NOT NULL)
  ORDER BY accepted_at
  LIMIT ${PAGE_ROWS}`;

/** Submissions whose body is still here and that are old enough to be held by review. */
export async function listBodies(client: SqlClient, after: string | null): Promise<BodiesPage> {
  const { rows } = await client.query<{ workspace_id: string; id: string; accepted_at: string }>({
    name: 'list-submission-bodies',
    text: LIST,
    values: [after],
  });
  const keys = rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }));
  const last = rows.length < PAGE_ROWS ? null : rows.at(-1);
  return { keys, next: last?.accepted_at ?? null };
}

/** Empties the bodies of these submissions. */
export async function dropBodies(client: SqlClient, keys: readonly OutputKey[]): Promise<void> {
  await client.query({
    name: 'drop-submission-bodies',
    text: `UPDATE submissions SET body = NULL, traceparent = NULL
           FROM unnest($1::text[], $2::text[]) AS held (workspace_id, id)
           WHERE submissions.workspace_id = held.workspace_id AND submissions.id = held.id`,
    values: [keys.map((key) => key.workspaceId), keys.map((key) => key.id)],
  });
}
