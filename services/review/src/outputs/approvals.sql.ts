import type { Transaction } from '@output-review/runtime';

import type { OutputKey } from './output.pure.ts';
import { keyColumns } from './outputs.sql.ts';

/** Whether the approvers of an output `o` are hidden until it is decided. */
export const IS_BLIND = `(o.human_decision IS NULL AND EXISTS (
  SELECT FROM notification_settings settings
  WHERE settings.workspace_id = o.workspace_id AND settings.blind_approvals))`;

/**
 * Whether an output `o` has an approval for a group `wanted`: by a member, or by a manager if no member may decide. An
 * approved output had one, whoever stood in for the group or left it since.
 */
const IS_GIVEN = `o.human_decision = 'approved' OR EXISTS (
      SELECT FROM approvals given JOIN group_members member USING (workspace_id, user_id)
      WHERE given.workspace_id = o.workspace_id AND given.output_id = o.id AND member.group_id = wanted.id
    ) OR NOT EXISTS (
      SELECT FROM group_members member JOIN people USING (workspace_id, user_id)
      WHERE member.workspace_id = o.workspace_id AND member.group_id = wanted.id AND people.role <> 'viewer'
    ) AND EXISTS (
      SELECT FROM approvals given JOIN people USING (workspace_id, user_id)
      WHERE given.workspace_id = o.workspace_id AND given.output_id = o.id AND people.role IN ('manager', 'admin')
    )`;

/** The groups that must approve an output `o`, and whether each has. */
const GROUPS = `
    SELECT json_agg(json_build_object('id', wanted.id, 'name', coalesce(team.name, ''), 'isGiven', coalesce(${IS_GIVEN}, false)
    ) ORDER BY team.name, wanted.id)
    FROM (
      SELECT DISTINCT jsonb_array_elements_text(
        coalesce(o.submitted_approvals -> 'groupIds', '[]') || coalesce(o.rule_approvals -> 'groupIds', '[]')) AS id
    ) wanted LEFT JOIN groups team ON team.workspace_id = o.workspace_id AND team.id = wanted.id`;

/** `FoundApprovals` of an output `o`, null if one person decides. */
export const APPROVALS_COLUMN = `
  CASE WHEN o.submitted_approvals IS NOT NULL OR o.rule_approvals IS NOT NULL THEN json_build_object(
    'submitted', o.submitted_approvals, 'ruled', o.rule_approvals, 'isBlind', ${IS_BLIND},
    'groups', (${GROUPS}),
    'given', (
      SELECT coalesce(
        json_agg(json_build_object('email', given.email, 'at', given.at) ORDER BY given.at, given.user_id), '[]')
      FROM approvals given WHERE given.workspace_id = o.workspace_id AND given.output_id = o.id)
  ) END AS approvals`;

/** Resets approvals. */
export async function clearApprovals(tx: Transaction, keys: readonly OutputKey[]): Promise<void> {
  await tx.query(
    `DELETE FROM approvals
     WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    keyColumns(keys),
  );
}
