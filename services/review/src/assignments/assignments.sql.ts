import type { SqlClient, Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import { ASSIGNEE, type AssigneeOf } from './assignee.sql.ts';

/** Who has an output; beside a person, the group that it came from. */
export interface Holder {
  readonly userId: string | null;
  readonly groupId: string | null;
}

export interface Held extends OutputKey, Holder {}

/** Whether the person is in the workspace and may decide; stays so until the end of the transaction. */
export async function lockReviewer(
  tx: Transaction,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM people
     WHERE workspace_id = $1 AND user_id = $2 AND role IN ('reviewer', 'manager', 'admin') FOR SHARE`,
    [workspaceId, userId],
  );
  return rows.length > 0;
}

/** Whether there is such a group; it stays until the end of the transaction. */
export async function lockGroup(
  tx: Transaction,
  workspaceId: string,
  groupId: string,
): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT FROM groups WHERE workspace_id = $1 AND id = $2 AND NOT is_deleted FOR SHARE',
    [workspaceId, groupId],
  );
  return rows.length > 0;
}

/** Who has outputs, which are locked. */
export async function findHolders(
  tx: Transaction,
  keys: readonly OutputKey[],
): Promise<readonly Held[]> {
  const { rows } = await tx.query<Held>(
    `SELECT workspace_id AS "workspaceId", id, assignee_user AS "userId", assignee_group AS "groupId"
     FROM outputs WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    keyColumns(keys),
  );
  return rows;
}

/** Gives the outputs of a condition to somebody else, and tells streams of it. */
const reassign = (set: string, condition: string): string => `
  WITH o AS (
    UPDATE outputs SET ${set} WHERE ${condition} AND visible AND human_decision IS NULL
    RETURNING workspace_id, id, project_id, task_id, status, assignee_user, assignee_group
  )
  INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, status, assignee)
  SELECT o.workspace_id, o.id, 'assigned', now(), o.project_id, o.task_id, o.status, ${ASSIGNEE}
  FROM o
  RETURNING output_id AS id, assignee`;

/** Gives outputs to others. @returns who has them now, by name; those that were decided meanwhile are left out. */
export async function assign(
  tx: Transaction,
  held: readonly Held[],
): Promise<readonly (AssigneeOf | null)[]> {
  if (held.length === 0) return [];
  const { rows } = await tx.query<{ assignee: AssigneeOf | null }>(
    reassign(
      `assignee_user = t.u, assignee_group = t.g
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS t (w, i, u, g)`,
      'workspace_id = t.w AND id = t.i',
    ),
    [...keyColumns(held), held.map(({ userId }) => userId), held.map(({ groupId }) => groupId)],
  );
  return rows.map(({ assignee }) => assignee);
}

/** With `visible AND human_decision IS NULL` the conditions of the index of open work. */
const IS_HELD = 'workspace_id = $1 AND coalesce(assignee_user, assignee_group) IS NOT NULL';

/**
 * Gives back what people have who left the workspace or may not decide any more, and moves what groups have that are
 * deleted: to where they were emptied to, else to nobody. It takes part in the transaction that learns of it.
 */
export async function giveBack(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.query(
    reassign(
      'assignee_user = NULL',
      `${IS_HELD} AND assignee_user IN (
        SELECT user_id FROM people WHERE workspace_id = $1 AND (role IS NULL OR role = 'viewer'))`,
    ),
    [workspaceId],
  );
  await tx.query(
    reassign(
      `assignee_group = (
        SELECT target.id FROM groups gone JOIN groups target
          ON target.workspace_id = $1 AND target.id = gone.moved_to AND NOT target.is_deleted
        WHERE gone.workspace_id = $1 AND gone.id = outputs.assignee_group)`,
      `${IS_HELD} AND assignee_group IN (SELECT id FROM groups WHERE workspace_id = $1 AND is_deleted)`,
    ),
    [workspaceId],
  );
}

interface Move {
  readonly workspaceId: string;
  readonly groupId: string;
  readonly moveTo: string | null;
}

/** Moves what a group has, also by its people, and remembers where to. @returns the outputs, and how much is left. */
export async function moveWork(
  tx: Transaction,
  { workspaceId, groupId, moveTo }: Move,
): Promise<{ readonly moved: readonly string[]; readonly left: number }> {
  await tx.query('UPDATE groups SET moved_to = $3 WHERE workspace_id = $1 AND id = $2', [
    ...[workspaceId, groupId, moveTo],
  ]);
  const moved: string[] = [];
  if (moveTo !== null && (await lockGroup(tx, workspaceId, moveTo))) {
    const { rows } = await tx.query<{ id: string }>(
      reassign('assignee_group = $3', `${IS_HELD} AND assignee_group = $2`),
      [...[workspaceId, groupId, moveTo]],
    );
    moved.push(...rows.map(({ id }) => id));
    await moveDemands(tx, { workspaceId, groupId, moveTo });
  }
  return { moved, left: await countWork(tx, workspaceId, groupId) };
}

/** What is pending apart from the others: then each has an index without what is decided. */
const NEEDS_GROUP = `workspace_id = $1 AND visible AND human_decision IS NULL
  AND (status = 'pending' OR status IN ('flagged', 'error'))
  AND (submitted_approvals -> 'groupIds' ? $2 OR rule_approvals -> 'groupIds' ? $2)`;

/** The approvals of a column, with one group in the place of another. */
const inPlace = (column: string): string => `
  CASE WHEN ${column} -> 'groupIds' ? $2 THEN jsonb_set(${column}, '{groupIds}', (
    SELECT jsonb_agg(DISTINCT CASE WHEN named.group_id = $2 THEN $3 ELSE named.group_id END)
    FROM jsonb_array_elements_text(${column} -> 'groupIds') AS named (group_id))) ELSE ${column} END`;

/** Has what waits for somebody of a group wait for somebody of another one. */
async function moveDemands(tx: Transaction, { workspaceId, groupId, moveTo }: Move): Promise<void> {
  await tx.query(
    `UPDATE outputs SET submitted_approvals = ${inPlace('submitted_approvals')},
       rule_approvals = ${inPlace('rule_approvals')}
     WHERE ${NEEDS_GROUP}`,
    [workspaceId, groupId, moveTo],
  );
}

/** What nobody has to decide is none: it may have been assigned before it passed. */
async function countWork(sql: SqlClient, workspaceId: string, groupId: string): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (
       SELECT id FROM outputs
       WHERE ${IS_HELD} AND assignee_group = $2 AND visible AND human_decision IS NULL
         AND (status <> 'pass' OR sampled)
       UNION SELECT id FROM outputs WHERE ${NEEDS_GROUP}
     ) AS waiting`,
    [workspaceId, groupId],
  );
  return rows[0]?.n ?? 0;
}
