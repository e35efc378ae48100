import type { OutputsSubmitted } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { keyColumns } from '../outputs/outputs.sql.ts';

/** Keeps which approvals submissions ask for, beside the rows that were stored; mostly none asks for any. */
export async function keepSubmittedApprovals(
  tx: Transaction,
  submissions: readonly OutputsSubmitted[],
): Promise<void> {
  const asking = submissions.filter(({ approvals }) => approvals !== undefined);
  if (asking.length === 0) return;
  await tx.query(
    `UPDATE outputs o SET submitted_approvals = t.approvals
     FROM unnest($1::text[], $2::text[], $3::jsonb[]) AS t (workspace_id, id, approvals)
     WHERE o.workspace_id = t.workspace_id AND o.id = t.id AND o.visible AND o.submitted_approvals IS NULL`,
    [...keyColumns(asking), asking.map(({ approvals }) => JSON.stringify(approvals))],
  );
}
