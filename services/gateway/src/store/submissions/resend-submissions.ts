import type { SqlClient } from '@output-review/runtime';

import type { OutputKey, ResendVolume } from '../../use-cases/submissions/reconcile-bodies.ts';

// Five minutes: a consumer that was killed has been replaced many times over by then, and a short
// overload is worked off. After that a submission waits as long again as it has waited so far, a day at
// most: where review does not take it, because it lags or has set it aside, repeats become rare.
const RESEND = `
  WITH due AS (
    SELECT workspace_id, id, octet_length(body) AS bytes, accepted_at
    FROM submissions
    JOIN unnest($1::text[], $2::text[]) AS missing (workspace_id, id) USING (workspace_id, id)
    WHERE body IS NOT NULL
      AND now() - coalesce(resent_at, accepted_at) >= greatest(
        interval '5 minutes',
        least(interval '1 day', coalesce(resent_at, accepted_at) - accepted_at)
      )
      AND NOT EXISTS (
        SELECT FROM submission_outbox AS unsent
        WHERE unsent.workspace_id = submissions.workspace_id AND unsent.id = submissions.id
      )
    ORDER BY accepted_at LIMIT $3
    -- Another gateway may be at the same ones.
    FOR UPDATE OF submissions SKIP LOCKED
  ), fitting AS (
    SELECT workspace_id, id, bytes FROM (
      SELECT *, sum(bytes) OVER (ORDER BY accepted_at, workspace_id, id) AS total FROM due
    ) AS running
    WHERE total - bytes < $4
  ), marked AS (
    UPDATE submissions SET resent_at = now() FROM fitting
    WHERE submissions.workspace_id = fitting.workspace_id AND submissions.id = fitting.id
    RETURNING submissions.workspace_id, submissions.id, submissions.accepted_at, fitting.bytes
  ), added AS (
    INSERT INTO submission_outbox (workspace_id, id)
    SELECT workspace_id, id FROM marked ORDER BY accepted_at
  )
  SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes FROM marked`;

/**
 * Puts those of these submissions that are due back into the outbox, the oldest first, and tells how
 * much that is. Whoever reads them has to take repeats. One may be larger than the room.
 */
export async function resendSubmissions(
  client: SqlClient,
  keys: readonly OutputKey[],
  room: ResendVolume,
): Promise<ResendVolume> {
  const { rows } = await client.query<{ rows: string; bytes: string }>({
    name: 'resend-submissions',
    text: RESEND,
    values: [keys.map((key) => key.workspaceId), keys.map((key) => key.id), room.rows, room.bytes],
  });
  return { rows: Number(rows[0]?.rows ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}
