import type { SqlClient } from '@output-review/runtime';

import type { BodiesPage, OutputKey } from '../../use-cases/submissions/reconcile-bodies.ts';

// One call to review and one statement here; the interface between them takes as many.
const PAGE_ROWS = 2_000;

// A minute leaves every repeat that a client makes at once its body, and review the time to
// consume. Sync submissions without an answer keep it: a repeat finishes them. Left out is whatever may
// have its event still unsent, because the event is made of the body: review may hold an output that
// the evaluator has not heard of. A row is written within a minute of its acceptance, or later when the
// submission is sent again.
const LIST = `
  SELECT workspace_id, id, accepted_at::text AS accepted_at,
    NOT is_sync OR answer IS NOT NULL AS is_droppable
  FROM submissions
  WHERE body IS NOT NULL
    AND accepted_at < interval '-60 seconds' + coalesce(
      (SELECT created_at FROM submission_outbox ORDER BY seq LIMIT 1), now()
    )
    AND accepted_at > coalesce($1::timestamptz, '-infinity')
    AND (resent_at IS NULL OR NOT EXISTS (
      SELECT FROM submission_outbox AS unsent
      WHERE unsent.workspace_id = submissions.workspace_id AND unsent.id = submissions.id
    ))
  ORDER BY accepted_at
  LIMIT ${PAGE_ROWS}`;

/** Submissions whose body is still here and that are old enough to be held by review. */
export async function listBodies(client: SqlClient, after: string | null): Promise<BodiesPage> {
  const { rows } = await client.query<ListedRow>({
    name: 'list-submission-bodies',
    text: LIST,
    values: [after],
  });
  const bodies = rows.map((row) => ({
    workspaceId: row.workspace_id,
    id: row.id,
    isDroppable: row.is_droppable,
  }));
  const last = rows.length < PAGE_ROWS ? null : rows.at(-1);
  return { bodies, next: last?.accepted_at ?? null };
}

interface ListedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly accepted_at: string;
  readonly is_droppable: boolean;
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
