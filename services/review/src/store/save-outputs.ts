import type { Transaction } from '@output-review/runtime';

import type { Output, OutputKey } from '../domain/output.ts';
import { count } from './counts.ts';
import { OUTPUT_ROW_COLUMNS, type OutputRow, toOutput } from './output-row.ts';

/** Locks the visible ones of these outputs, always in the order of their keys. */
export async function lockOutputs(tx: Transaction, keys: readonly OutputKey[]): Promise<Output[]> {
  const { rows } = await tx.query<OutputRow>(
    `SELECT ${OUTPUT_ROW_COLUMNS} FROM outputs
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible
     ORDER BY workspace_id, id FOR UPDATE`,
    keyColumns(keys),
  );
  return rows.map(toOutput);
}

/** Writes locked outputs; a run that was started waits for its result. */
export async function saveOutputs(
  tx: Transaction,
  changes: readonly { readonly before: Output; readonly after: Output }[],
): Promise<void> {
  if (changes.length === 0) return;
  const after = changes.map((change) => change.after);
  await tx.query(
    `UPDATE outputs o SET
       queued_at = c.queued_at, status = c.status, verdict = c.verdict,
       confidence_score = c.confidence_score, evaluated_at = c.evaluated_at,
       is_applied = o.is_applied AND o.run = c.run, run = c.run,
       human_decision = c.decision, decided_by = c.decided_by, decision_source = c.source,
       decided_at = c.decided_at, is_flagged = c.is_flagged, flagged_by = c.flagged_by,
       sequence = c.sequence, due_at = c.due_at, escalated_at = c.escalated_at,
       deadline_acted_at = c.deadline_acted_at
     FROM unnest(
       $1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::float8[],
       $7::timestamptz[], $8::int[], $9::text[], $10::text[], $11::text[], $12::timestamptz[],
       $13::boolean[], $14::text[], $15::int[], $16::timestamptz[], $17::timestamptz[],
       $18::timestamptz[]
     ) AS c (workspace_id, id, queued_at, status, verdict, confidence_score, evaluated_at, run,
       decision, decided_by, source, decided_at, is_flagged, flagged_by, sequence,
       due_at, escalated_at, deadline_acted_at)
     WHERE o.workspace_id = c.workspace_id AND o.id = c.id`,
    savedColumns(after),
  );
  await count(
    tx,
    changes.flatMap((change) => [
      { output: change.before, by: -1 as const },
      { output: change.after, by: 1 as const },
    ]),
  );
}

function savedColumns(after: readonly Output[]): unknown[] {
  return [
    ...keyColumns(after),
    after.map(({ queuedAt }) => queuedAt),
    after.map(({ status }) => status),
    after.map(({ verdict }) => verdict),
    after.map(({ confidenceScore }) => confidenceScore),
    after.map(({ evaluatedAt }) => evaluatedAt),
    after.map(({ run }) => run),
    after.map(({ decision }) => decision?.decision ?? null),
    after.map(({ decision }) => decision?.by ?? null),
    after.map(({ decision }) => decision?.source ?? null),
    after.map(({ decision }) => decision?.at ?? null),
    after.map(({ isFlagged }) => isFlagged),
    after.map(({ flaggedBy }) => flaggedBy),
    after.map(({ sequence }) => sequence),
    after.map(({ deadline }) => deadline?.dueAt ?? null),
    after.map(({ deadline }) => deadline?.escalatedAt ?? null),
    after.map(({ deadline }) => deadline?.actedAt ?? null),
  ];
}

export function keyColumns(keys: readonly OutputKey[]): [string[], string[]] {
  return [keys.map(({ workspaceId }) => workspaceId), keys.map(({ id }) => id)];
}
