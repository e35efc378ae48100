import type { Decision } from '@output-review/contracts';
import { textArray, type Transaction } from '@output-review/runtime';

import type { Conclusion } from '../domain/decide.ts';
import { outputKey, type OutputKey } from '../domain/output.ts';
import type { NewConclusion } from '../use-cases/changes.ts';
import { keyColumns } from './save-outputs.ts';

interface ConclusionRow {
  readonly workspace_id: string;
  readonly output_id: string;
  readonly decision: Decision;
  readonly comment: string | null;
  readonly corrected_output: string | null;
}

/** The conclusions that stand, by `outputKey`. */
export async function findConclusions(
  tx: Transaction,
  keys: readonly OutputKey[],
): Promise<Map<string, Conclusion>> {
  const { rows } = await tx.query<ConclusionRow>(
    `SELECT workspace_id, output_id, decision, comment, corrected_output FROM decisions
     WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       AND cleared_at IS NULL`,
    keyColumns(keys),
  );
  return new Map(
    rows.map((row) => [
      outputKey({ workspaceId: row.workspace_id, id: row.output_id }),
      { decision: row.decision, comment: row.comment, correctedOutput: row.corrected_output },
    ]),
  );
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

/** Numbers are given under the lock of the output's row. */
export async function addConclusions(
  tx: Transaction,
  conclusions: readonly NewConclusion[],
): Promise<void> {
  await tx.query(
    `INSERT INTO decisions (
       workspace_id, output_id, n, decision, comment, corrected_output, decided_by, source, at
     )
     SELECT w, i, 1 + (
       SELECT count(*) FROM decisions d WHERE d.workspace_id = w AND d.output_id = i
     ), d, c, t, b, s, at
     FROM unnest(
       $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::timestamptz[]) AS new (w, i, d, c, t, b, s, at)`,
    [
      ...keyColumns(conclusions),
      conclusions.map(({ decision }) => decision),
      textArray(conclusions.map(({ comment }) => comment)),
      textArray(conclusions.map(({ correctedOutput }) => correctedOutput)),
      conclusions.map(({ by }) => by),
      conclusions.map(({ source }) => source),
      conclusions.map(({ at }) => at),
    ],
  );
}
