import type { AnswerOf, assignOutput } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import { releaseAllOf } from '../claims/claims.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns, lockOutputs } from '../outputs/outputs.sql.ts';
import { LEAVERS } from './people.sql.ts';

/** Who an output is assigned to. For a person, also the group it was taken from. */
export interface Holder {
  readonly userId: string | null;
  readonly groupId: string | null;
}

export interface Held extends OutputKey, Holder {}

/** The assignee of an output, as API responses show it. */
export type AssigneeOf = NonNullable<AnswerOf<typeof assignOutput>['assignee']>;

/** SQL for the assignee of an output `o`, null if there is none. Uses no joins, for the same reason as `nameOf`. */
export const ASSIGNEE = `
  CASE
    WHEN o.assignee_user IS NOT NULL
      THEN jsonb_build_object('kind', 'user', 'id', o.assignee_user, 'name', coalesce((
        SELECT name FROM people WHERE workspace_id = o.workspace_id AND user_id = o.assignee_user), ''))
    WHEN o.assignee_group IS NOT NULL
      THEN jsonb_build_object('kind', 'group', 'id', o.assignee_group, 'name', coalesce((
        SELECT name FROM groups WHERE workspace_id = o.workspace_id AND id = o.assignee_group), ''))
  END`;

/** Whether the person is in the workspace and may decide. Locked until the end of the transaction. */
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

/** Whether the group exists. Locked until the end of the transaction. */
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

/** Finds who outputs are assigned to. The caller must hold the locks on the outputs. */
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

/** Reassigns the outputs that match a condition and notifies streams. */
const reassign = (set: string, condition: string): string => `
  WITH o AS (
    UPDATE outputs SET ${set} WHERE ${condition} AND visible AND human_decision IS NULL
    RETURNING workspace_id, id, project_id, task_id, status, assignee_user, assignee_group
  )
  INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, status, assignee)
  SELECT o.workspace_id, o.id, 'assigned', now(), o.project_id, o.task_id, o.status, ${ASSIGNEE}
  FROM o
  RETURNING output_id AS id, assignee`;

/** Reassigns outputs. @returns the new assignees by name. Leaves out outputs that were decided meanwhile. */
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

/** Together with `visible AND human_decision IS NULL`, the conditions of the index of open work. */
const IS_HELD = 'workspace_id = $1 AND coalesce(assignee_user, assignee_group) IS NOT NULL';

// Keeps a statement well below its timeout and blocks decisions only briefly, however many outputs a person has.
const PAGE_MAX = 1_000;

type Ids = readonly string[];

/**
 * Locks open outputs that match either of two conditions, together, because other transactions lock outputs in order.
 * @returns the IDs for each condition. A full page means that there may be more.
 */
async function lockPages(
  tx: Transaction,
  [first, second]: readonly [string, string],
  [workspaceId, ...values]: readonly [workspaceId: string, ...values: string[]],
): Promise<readonly [Ids, Ids]> {
  const find = async (condition: string) => {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT id FROM outputs
       WHERE ${condition} AND visible AND human_decision IS NULL LIMIT ${PAGE_MAX}`,
      [workspaceId, ...values],
    );
    return rows.map(({ id }) => id);
  };
  const pages = [await find(first), await find(second)] as const;
  await lockOutputs(
    tx,
    pages.flat().map((id) => ({ workspaceId, id })),
  );
  return pages;
}

const OF_LEAVERS = `${IS_HELD} AND assignee_user IN (${LEAVERS})`;

const OF_DELETED_GROUPS = `${IS_HELD} AND assignee_group IN (
  SELECT id FROM groups WHERE workspace_id = $1 AND is_deleted)`;

const SUCCESSOR = `(
  SELECT target.id FROM groups gone JOIN groups target
    ON target.workspace_id = $1 AND target.id = gone.moved_to AND NOT target.is_deleted
  WHERE gone.workspace_id = $1 AND gone.id = outputs.assignee_group)`;

/**
 * Takes outputs back from people who left the workspace or may no longer decide, ends their claims, and moves the work
 * of deleted groups to their successors, or unassigns it. Handles one page. The consumer of people and groups calls it
 * until nothing is left. @returns whether there may be more.
 */
export async function releaseWork(tx: Transaction, workspaceId: string): Promise<boolean> {
  // Prevents anyone from coming back meanwhile.
  await tx.query('SELECT FROM people_versions WHERE workspace_id = $1 FOR SHARE', [workspaceId]);
  const [ofPeople, ofGroups] = await lockPages(tx, [OF_LEAVERS, OF_DELETED_GROUPS], [workspaceId]);
  await tx.query(reassign('assignee_user = NULL', `${OF_LEAVERS} AND id = ANY ($2::text[])`), [
    workspaceId,
    ofPeople,
  ]);
  await tx.query(
    reassign(`assignee_group = ${SUCCESSOR}`, `${OF_DELETED_GROUPS} AND id = ANY ($2::text[])`),
    [workspaceId, ofGroups],
  );
  // Locks claims after the outputs, as a decision does. People whom review does not know of yet keep their claims.
  await releaseAllOf(tx, workspaceId, LEAVERS);
  return ofPeople.length === PAGE_MAX || ofGroups.length === PAGE_MAX;
}

interface Move {
  readonly workspaceId: string;
  readonly groupId: string;
  readonly moveTo: string | null;
}

interface Moved {
  readonly moved: readonly string[];
  /** All of the work if there is no group to move it to. While there may be more, it is not counted, and this is 1. */
  readonly left: number;
  /** Whether another call could move more. */
  readonly hasMore: boolean;
}

const OF_GROUP = `${IS_HELD} AND assignee_group = $2`;

/** Moves a page of the work of a group, including outputs that its members took, and stores the successor. */
export async function moveWork(
  tx: Transaction,
  { workspaceId, groupId, moveTo }: Move,
): Promise<Moved> {
  // Both at once and in one order: the other group may be moved to this one at the same time.
  await tx.query(
    `SELECT FROM groups WHERE workspace_id = $1 AND id IN ($2, $3) ORDER BY id FOR NO KEY UPDATE`,
    [workspaceId, groupId, moveTo],
  );
  await tx.query('UPDATE groups SET moved_to = $3 WHERE workspace_id = $1 AND id = $2', [
    ...[workspaceId, groupId, moveTo],
  ]);
  const moved: string[] = [];
  let hasMore = false;
  if (moveTo !== null && (await lockGroup(tx, workspaceId, moveTo))) {
    const [page, demands] = await lockPages(tx, [OF_GROUP, NEEDS_GROUP], [workspaceId, groupId]);
    const { rows } = await tx.query<{ id: string }>(
      reassign('assignee_group = $3', `${OF_GROUP} AND id = ANY ($4::text[])`),
      [workspaceId, groupId, moveTo, page],
    );
    moved.push(...rows.map(({ id }) => id));
    await tx.query(MOVE_DEMANDS, [workspaceId, groupId, moveTo, demands]);
    hasMore = Math.max(page.length, demands.length) === PAGE_MAX;
  }
  // Counting takes time in proportion to the work, and would run once per page.
  return { moved, hasMore, left: hasMore ? 1 : await countWork(tx, workspaceId, groupId) };
}

/** Selects pending outputs separately: then both selections use an index without decided outputs. */
const NEEDS_GROUP = `workspace_id = $1 AND visible AND human_decision IS NULL
  AND (status = 'pending' OR status IN ('flagged', 'error'))
  AND (submitted_approvals -> 'groupIds' ? $2 OR rule_approvals -> 'groupIds' ? $2)`;

/** The approvals in a column, with one group replaced by another. */
const inPlace = (column: string): string => `
  CASE WHEN ${column} -> 'groupIds' ? $2 THEN jsonb_set(${column}, '{groupIds}', (
    SELECT jsonb_agg(DISTINCT CASE WHEN named.group_id = $2 THEN $3 ELSE named.group_id END)
    FROM jsonb_array_elements_text(${column} -> 'groupIds') AS named (group_id))) ELSE ${column} END`;

/** Transfers pending approval demands from one group to another. */
const MOVE_DEMANDS = `
  UPDATE outputs SET submitted_approvals = ${inPlace('submitted_approvals')},
    rule_approvals = ${inPlace('rule_approvals')}
  WHERE ${NEEDS_GROUP} AND id = ANY ($4::text[])`;

/** Leaves out outputs that need no decision: they may have been assigned before they passed. */
async function countWork(sql: SqlClient, workspaceId: string, groupId: string): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (
       SELECT id FROM outputs
       WHERE ${OF_GROUP} AND visible AND human_decision IS NULL AND (status <> 'pass' OR sampled)
       UNION SELECT id FROM outputs WHERE ${NEEDS_GROUP}
     ) AS waiting`,
    [workspaceId, groupId],
  );
  return rows[0]?.n ?? 0;
}
