import type { Transaction } from '@output-review/runtime';

import type { OutputKey } from './output.pure.ts';
import { keyColumns } from './outputs.sql.ts';

/** Whether it is hidden, until it is decided, who approved an output `o`. */
export const IS_BLIND = `(o.human_decision IS NULL AND EXISTS (
  SELECT FROM notification_settings settings
  WHERE settings.workspace_id = o.workspace_id AND settings.blind_approvals))`;

/** `FoundApprovals` of an output `o`; null where one person decides. */
export const APPROVALS_COLUMN = `
  CASE WHEN o.submitted_approvals IS NOT NULL OR o.rule_approvals IS NOT NULL THEN json_build_object(
    'submitted', o.submitted_approvals, 'ruled', o.rule_approvals, 'isBlind', ${IS_BLIND},
    'given', (
      SELECT coalesce(
        json_agg(json_build_object('email', given.email, 'at', given.at) ORDER BY given.at, given.user_id), '[]')
      FROM approvals given WHERE given.workspace_id = o.workspace_id AND given.output_id = o.id)
  ) END AS approvals`;

/** Has approvals begin anew. */
export async function clearApprovals(tx: Transaction, keys: readonly OutputKey[]): Promise<void> {
  await tx.query(
    `DELETE FROM approvals
     WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    keyColumns(keys),
  );
}
