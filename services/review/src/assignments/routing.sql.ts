import { outputKey } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import { keyColumns } from '../outputs/outputs.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';

const NAMES_GROUPS = 'coalesce(review_group, escalation_group) IS NOT NULL';

/**
 * Whether a row `s` that an intake statement wrote may have to be routed to a review group. In a workspace without
 * review groups this costs one lookup in an empty index.
 */
export const MAY_BE_ROUTED = `
  CASE WHEN s.status IN ('flagged', 'error') AND s.human_decision IS NULL AND NOT s.is_assigned
    THEN EXISTS (SELECT FROM names WHERE workspace_id = s.workspace_id AND ${NAMES_GROUPS})
    ELSE false END`;

/** The column that `MAY_BE_ROUTED` reads, for a RETURNING clause. */
export const IS_ASSIGNED = 'coalesce(assignee_user, assignee_group) IS NOT NULL AS is_assigned';

/** An output as an intake statement returned it. */
export interface RoutedRow extends OutputKey {
  readonly mayBeRouted: boolean;
}

/** An output and the group that it is routed to. */
export interface Routed extends OutputKey {
  readonly groupId: string;
}

/** The review groups of the unassigned outputs among these: that of the task, or else of the project. */
export function findReviewGroups(
  sql: SqlClient,
  keys: readonly OutputKey[],
): Promise<readonly Routed[]> {
  return findGroups(sql, keys, {
    column: 'review_group',
    wanted: 'coalesce(o.assignee_user, o.assignee_group) IS NULL',
  });
}

/** The escalation groups of these outputs, except where the group has the output already. */
export function findEscalationGroups(
  sql: SqlClient,
  keys: readonly OutputKey[],
): Promise<readonly Routed[]> {
  return findGroups(sql, keys, {
    column: 'escalation_group',
    wanted: `(o.assignee_user IS NOT NULL
      OR o.assignee_group IS DISTINCT FROM coalesce(task.escalation_group, project.escalation_group))`,
  });
}

async function findGroups(
  sql: SqlClient,
  keys: readonly OutputKey[],
  { column, wanted }: { readonly column: string; readonly wanted: string },
): Promise<readonly Routed[]> {
  const { rows } = await sql.query<Routed>(
    `SELECT o.workspace_id AS "workspaceId", o.id, coalesce(task.${column}, project.${column}) AS "groupId"
     FROM unnest($1::text[], $2::text[]) AS t (workspace_id, id)
     JOIN outputs o ON o.workspace_id = t.workspace_id AND o.id = t.id
     LEFT JOIN names task
       ON task.workspace_id = o.workspace_id AND task.kind = 'task' AND task.id = o.task_id
     LEFT JOIN names project
       ON project.workspace_id = o.workspace_id AND project.kind = 'project' AND project.id = o.project_id
     WHERE coalesce(task.${column}, project.${column}) IS NOT NULL AND ${wanted}`,
    keyColumns(keys),
  );
  return rows;
}

interface GroupRow {
  readonly workspaceId: string;
  readonly id: string;
  readonly isDeleted: boolean;
  readonly movedTo: string | null;
}

/**
 * Replaces deleted groups by the group that took over their work, and locks all groups until the end of the
 * transaction. Leaves out outputs whose deleted group has no successor. Keeps a group that is not known here yet.
 */
export async function keepGroups(
  tx: Transaction,
  routed: readonly Routed[],
): Promise<readonly Routed[]> {
  if (routed.length === 0) return [];
  const { rows } = await tx.query<GroupRow>(
    // A lock that conflicts only with the deletion of a group.
    `SELECT workspace_id AS "workspaceId", id, is_deleted AS "isDeleted", moved_to AS "movedTo" FROM groups
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY workspace_id, id FOR KEY SHARE`,
    keyColumns(routed.map(({ workspaceId, groupId: id }) => ({ workspaceId, id }))),
  );
  const groups = new Map(rows.map((row) => [outputKey(row), row]));
  const groupOf = ({ workspaceId, groupId: id }: Routed) =>
    groups.get(outputKey({ workspaceId, id }));
  const moved = routed.flatMap((each) => {
    const { isDeleted = false, movedTo = null } = groupOf(each) ?? {};
    return isDeleted && movedTo !== null ? [{ ...each, groupId: movedTo }] : [];
  });
  return [
    ...routed.filter((each) => groupOf(each)?.isDeleted !== true),
    ...(await keepGroups(tx, moved)),
  ];
}
