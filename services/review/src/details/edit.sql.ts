import type { SqlClient } from '@output-review/runtime';

import { IS_UNJUDGED } from '../outputs/contents.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import type { Labels } from './details.pure.ts';

interface LabelsRow {
  readonly session_id: string | null;
  readonly subject_id: string | null;
  readonly actor_id: string | null;
  readonly tags: string[] | null;
}

export async function labelsOf(tx: SqlClient, { workspaceId, id }: OutputKey): Promise<Labels> {
  const { rows } = await tx.query<LabelsRow>(
    `SELECT session_id, subject_id, actor_id, tags FROM outputs
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id],
  );
  const [row] = rows;
  return {
    ...(row?.session_id && { sessionId: row.session_id }),
    ...(row?.subject_id && { subjectId: row.subject_id }),
    ...(row?.actor_id && { actorId: row.actor_id }),
    tags: row?.tags ?? [],
  };
}

/** Saves labels of a locked output. Absent ones stay unchanged. */
export async function saveLabels(
  tx: SqlClient,
  { workspaceId, id }: OutputKey,
  { sessionId, subjectId, actorId, tags }: Labels,
): Promise<void> {
  await tx.query(
    `UPDATE outputs SET
       session_id = coalesce($3, session_id), subject_id = coalesce($4, subject_id),
       actor_id = coalesce($5, actor_id),
       -- Keeps the submitted actor: that person still may not approve.
       submitted_actor_id = CASE WHEN $5 IS NOT NULL THEN coalesce(submitted_actor_id, actor_id) ELSE submitted_actor_id END,
       tags = CASE WHEN $6::text[] IS NULL THEN tags ELSE nullif($6, '{}') END
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, sessionId ?? null, subjectId ?? null, actorId ?? null, tags ?? null],
  );
}

export async function textOf(
  tx: SqlClient,
  { workspaceId, id }: OutputKey,
  column: Judged['column'],
): Promise<string | null> {
  const { rows } = await tx.query<{ text: string | null }>(
    `SELECT ${column} AS text FROM output_bodies WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id],
  );
  return rows[0]?.text ?? null;
}

interface Judged {
  readonly column: 'metadata' | 'attachments';
  readonly text: string | null;
}

/**
 * Saves what rules may read of a locked output, and in which run it was edited, so that the approvals that the run
 * requires are kept. A run that is not evaluated yet uses the content from before the edit.
 */
export async function saveJudged(
  tx: SqlClient,
  { workspaceId, id }: OutputKey,
  { column, text }: Judged,
): Promise<void> {
  await tx.query(
    `WITH marked AS (
       UPDATE outputs o SET metadata_edited_run = run WHERE workspace_id = $1 AND id = $2
       RETURNING ${IS_UNJUDGED} AS is_unjudged
     )
     UPDATE output_bodies SET
       ${column} = $3, run_${column} = CASE WHEN is_unjudged THEN coalesce(run_${column}, ${column}) END
     FROM marked WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, text],
  );
}
