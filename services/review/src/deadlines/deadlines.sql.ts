import type { SqlClient, Transaction } from '@output-review/runtime';

import type { Output } from '../outputs/output.pure.ts';
import { OUTPUT_ROW_COLUMNS, type OutputRow, toOutput } from '../outputs/outputs.sql.ts';

// The same conditions as the index `outputs_due`.
const IS_DUE = `visible AND due_at <= $1 AND deadline_acted_at IS NULL
    AND human_decision IS NULL AND status IN ('flagged', 'error')`;

/** Whether any deadline is due and has not acted. */
export async function isAnyDue(sql: SqlClient, at: Date): Promise<boolean> {
  const { rows } = await sql.query({
    name: 'is-any-due',
    text: `SELECT 1 FROM outputs WHERE ${IS_DUE} LIMIT 1`,
    values: [at],
  });
  return rows.length > 0;
}

/**
 * Undecided outputs whose deadline is due and has not acted, locked until the end of the transaction. Skips rows that
 * other transactions have locked, so that replicas share the work.
 */
export async function lockDue(tx: Transaction, at: Date, countMax: number): Promise<Output[]> {
  const { rows } = await tx.query<OutputRow>({
    name: 'lock-due',
    text: `SELECT ${OUTPUT_ROW_COLUMNS} FROM outputs WHERE ${IS_DUE}
      ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: [at, countMax],
  });
  return rows.map(toOutput);
}

/**
 * The workspaces among these in which a deadline may approve. A call that turns this off waits until the transaction
 * has ended. Unknown workspaces have it off, the default.
 */
export async function whichApprove(
  tx: Transaction,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ workspace_id: string }>(
    `SELECT workspace_id FROM workspace_settings
     WHERE workspace_id = ANY ($1::text[]) AND allow_deadline_approval
     ORDER BY workspace_id FOR SHARE`,
    [workspaceIds],
  );
  return new Set(rows.map((row) => row.workspace_id));
}
