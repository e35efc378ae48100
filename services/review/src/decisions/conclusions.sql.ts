import { outputKey } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { END_CLAIMS } from '../claims/claims.sql.ts';
import type { CurrentDecision, OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import type { Conclusion } from './decisions.pure.ts';

export interface Explanation {
  readonly explanation: string | null;
  readonly flagReason: string | null;
}

/** The current decisions, by `outputKey`. */
export async function findConclusions(
  tx: Transaction,
  keys: readonly OutputKey[],
): Promise<Map<string, Conclusion>> {
  const { rows } = await tx.query<OutputKey & Conclusion>(
    `SELECT workspace_id AS "workspaceId", output_id AS id, decision, comment,
       corrected_output AS "correctedOutput", corrected_action::json AS "correctedAction",
       coalesce(reason_ids, '{}') AS "reasonIds"
     FROM decisions
     WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       AND cleared_at IS NULL`,
    keyColumns(keys),
  );
  return new Map(rows.map((row) => [outputKey(row), row]));
}

export async function clearConclusions(
  tx: Transaction,
  keys: readonly OutputKey[],
  at: Date,
): Promise<void> {
  if (keys.length === 0) return;
  await tx.query(
    `UPDATE decisions SET cleared_at = $3
     WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       AND cleared_at IS NULL`,
    [...keyColumns(keys), at],
  );
}

/**
 * Adds the same decision to outputs, numbered under the lock of their rows. Also ends claims: most outputs have none, so
 * a separate statement would be a waste.
 */
export async function addConclusions(
  tx: Transaction,
  keys: readonly OutputKey[],
  {
    decision,
    comment,
    correctedOutput,
    correctedAction,
    reasonIds,
    ...made
  }: Conclusion & CurrentDecision,
): Promise<void> {
  await tx.query(
    `WITH ${END_CLAIMS}
     INSERT INTO decisions (
       workspace_id, output_id, n, decision, comment, corrected_output, corrected_action, decided_by, source, at,
       reason_ids
     )
     SELECT w, i, 1 + (
       SELECT count(*) FROM decisions d WHERE d.workspace_id = w AND d.output_id = i
     ), $3, $4, $5, $6, $7, $8, $9::timestamptz, $10::text[]
     FROM unnest($1::text[], $2::text[]) AS new (w, i)`,
    [
      ...[...keyColumns(keys), decision, comment, correctedOutput],
      correctedAction && JSON.stringify(correctedAction),
      ...[made.by, made.source, made.at],
      reasonIds.length > 0 ? reasonIds : null,
    ],
  );
}

export async function explanationOf(
  tx: Transaction,
  { workspaceId, id }: OutputKey,
): Promise<string | null> {
  const { rows } = await tx.query<{ explanation: string | null }>(
    'SELECT explanation FROM output_results WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id],
  );
  return rows[0]?.explanation ?? null;
}

export async function explain(
  tx: Transaction,
  { workspaceId, id }: OutputKey,
  { explanation, flagReason }: Explanation,
): Promise<void> {
  await tx.query(
    `INSERT INTO output_results (workspace_id, id, explanation, flag_reason)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (workspace_id, id) DO UPDATE SET
       explanation = excluded.explanation, flag_reason = excluded.flag_reason`,
    [workspaceId, id, explanation, flagReason],
  );
}
