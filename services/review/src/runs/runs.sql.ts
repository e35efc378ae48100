import type { SqlClient, Transaction } from '@output-review/runtime';

import { clearApprovals } from '../outputs/approvals.sql.ts';
import { bytesOf, IS_UNJUDGED } from '../outputs/contents.sql.ts';
import type { Output, OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';

/**
 * Removes given approvals and the requirements of the previous run's rules. If metadata or a file label was edited
 * during that run, also while it was pending, its requirements stay, whatever rules say about the edited values.
 */
export async function restartApprovals(
  tx: Transaction,
  outputs: readonly Pick<Output, 'workspaceId' | 'id' | 'run' | 'approvals'>[],
): Promise<void> {
  await clearApprovals(tx, outputs);
  await tx.query(
    `UPDATE outputs o SET
       rule_approvals = NULL,
       require_approval = o.require_approval OR o.metadata_edited_run IS NOT DISTINCT FROM t.run,
       submitted_approvals =
         CASE WHEN o.metadata_edited_run = t.run THEN t.approvals ELSE o.submitted_approvals END
     FROM unnest($1::text[], $2::text[], $3::integer[], $4::jsonb[]) AS t (workspace_id, id, run, approvals)
     WHERE o.workspace_id = t.workspace_id AND o.id = t.id`,
    [
      ...keyColumns(outputs),
      outputs.map(({ run }) => run),
      outputs.map(({ approvals }) => JSON.stringify(approvals)),
    ],
  );
}

/**
 * Makes the next run of these outputs use the edits since the previous run started. If the previous run is not
 * evaluated yet, the next one evaluates its contents first: otherwise its approval requirements would never be known.
 */
export async function takeEdits(tx: Transaction, outputs: readonly OutputKey[]): Promise<void> {
  await tx.query(
    `WITH former AS (
       SELECT o.workspace_id, o.id, ${IS_UNJUDGED} AS is_unjudged FROM outputs o
       WHERE (o.workspace_id, o.id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
         AND o.metadata_edited_run = o.run
     ), postponed AS (
       UPDATE outputs o SET metadata_edited_run = o.run + 1 FROM former f
       WHERE o.workspace_id = f.workspace_id AND o.id = f.id AND f.is_unjudged
     )
     UPDATE output_bodies b SET run_metadata = NULL, run_attachments = NULL FROM former f
     WHERE b.workspace_id = f.workspace_id AND b.id = f.id AND NOT f.is_unjudged`,
    keyColumns(outputs),
  );
}

/** Outputs that are pending since before a time, the longest waiting first. */
export async function findPendingSince(
  db: SqlClient,
  before: Date,
  limit: number,
): Promise<OutputKey[]> {
  // The counts list the workspaces, so that the index by workspace and status can be used.
  const { rows } = await db.query<OutputKey>(
    `SELECT o.workspace_id AS "workspaceId", o.id
       FROM (
         SELECT workspace_id FROM daily_counts WHERE status = 'pending'
         GROUP BY 1 HAVING sum(n) > 0
       ) waiting
       JOIN outputs o ON o.workspace_id = waiting.workspace_id
       WHERE o.status = 'pending' AND o.visible AND o.queued_at <= $1
       ORDER BY o.queued_at LIMIT $2`,
    [before, limit],
  );
  return rows;
}

// A transaction holds its contents several times: as texts, as JSON, in which a byte may become six, and as statement
// parameters.
const CHUNK_BYTES_MAX = 4_000_000;

/**
 * Splits outputs, in order, into chunks whose contents fit into memory. Contents that are too large get a chunk of
 * their own.
 */
export async function chunksOf(db: SqlClient, keys: readonly OutputKey[]): Promise<OutputKey[][]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<OutputKey & { readonly bytes: number }>(SIZES, keyColumns(keys));
  const chunks: OutputKey[][] = [];
  let room = 0;
  for (const { workspaceId, id, bytes } of rows) {
    const chunk = chunks.at(-1);
    const fits = chunk !== undefined && bytes <= room;
    if (fits) chunk.push({ workspaceId, id });
    else chunks.push([{ workspaceId, id }]);
    room = (fits ? room : CHUNK_BYTES_MAX) - bytes;
  }
  return chunks;
}

const BODY_BYTES = bytesOf(
  ...['b.output', 'b.input', 'b.action', 'coalesce(b.run_metadata, b.metadata)', 'b.attachments'],
);

const SIZES = `
SELECT workspace_id AS "workspaceId", id,
  ${BODY_BYTES} AS bytes
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (workspace_id, id, n)
LEFT JOIN output_bodies b USING (workspace_id, id)
ORDER BY n`;
