import type { Transaction } from '@output-review/runtime';

import type { Output } from '../../domain/output.ts';
import type { Changes } from '../../use-cases/changes.ts';
import type { DueOutputs } from '../../use-cases/deadlines/act-on-deadlines.ts';
import type { makeChangeOutputs } from '../change-outputs.ts';
import { OUTPUT_ROW_COLUMNS, type OutputRow, toOutput } from '../output-row.ts';

/** Changes of outputs whose deadline is due; several replicas share them out. */
export const makeChangeDue =
  (change: ReturnType<typeof makeChangeOutputs>) =>
  <T>(work: (changes: Changes & DueOutputs) => Promise<T>): Promise<T> =>
    change((changes, tx) =>
      work({
        ...changes,
        lockDue: (at, countMax) => lockDue(tx, at, countMax),
        whichApprove: (workspaceIds) => whichApprove(tx, workspaceIds),
      }),
    );

// The conditions are those of the index `outputs_due`.
const LOCK_DUE = `
  SELECT ${OUTPUT_ROW_COLUMNS} FROM outputs
  WHERE visible AND due_at <= $1 AND deadline_acted_at IS NULL
    AND human_decision IS NULL AND status IN ('flagged', 'error')
  ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED`;

async function lockDue(tx: Transaction, at: Date, countMax: number): Promise<Output[]> {
  const { rows } = await tx.query<OutputRow>({
    name: 'lock-due',
    text: LOCK_DUE,
    values: [at, countMax],
  });
  return rows.map(toOutput);
}

/** Off where nothing is known of a workspace: its default. */
async function whichApprove(
  tx: Transaction,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ workspace_id: string }>(
    `SELECT workspace_id FROM workspace_settings
     WHERE workspace_id = ANY ($1::text[]) AND allow_deadline_approval`,
    [workspaceIds],
  );
  return new Set(rows.map((row) => row.workspace_id));
}
