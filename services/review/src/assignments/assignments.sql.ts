import type { AnswerOf, assignOutput } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import { releaseAllOf } from '../claims/claims.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns, lockOutputs } from '../outputs/outputs.sql.ts';
import { LEAVERS } from './people.sql.ts';

/** Who has an output; beside a person, the group that it came from. */
export interface Holder {
  readonly userId: string | null;
  readonly groupId: string | null;
}

export interface Held extends OutputKey, Holder {}

/** Who is to decide an output, as answers name them. */
export type AssigneeOf = NonNullable<AnswerOf<typeof assignOutput>['assignee']>;

/** SQL for who is to decide an output `o`; null where nobody is. Without joins, for the reason of `nameOf`. */
export const ASSIGNEE = `
  CASE
    WHEN o.assignee_user IS NOT NULL
      THEN jsonb_build_object('kind', 'user', 'id', o.assignee_user, 'name', coalesce((
        SELECT name FROM people WHERE workspace_id = o.workspace_id AND user_id = o.assignee_user), ''))
    WHEN o.assignee_group IS NOT NULL
      THEN jsonb_build_object('kind', 'group', 'id', o.assignee_group, 'name', coalesce((
        SELECT name FROM groups WHERE workspace_id = o.workspace_id AND id = o.assignee_group), ''))
  END`;

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

// However much somebody has, a statement takes well below what it may, and holds up decisions for a moment only.
const PAGE_MAX = 1_000;

type Ids = readonly string[];

/**
 * Locks open outputs of two conditions: in one go, since others lock them in order too. @returns the ids of each: as many
 * as a page has where there may be more.
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
 * Gives back what people have who left the workspace or may not decide any more, ends their claims, and moves what
 * groups have that are deleted: to where they were emptied to, else to nobody. A page of it: whoever learns of people
 * and groups calls it until there is no more. @returns whether there may be more.
 */
export async function giveBack(tx: Transaction, workspaceId: string): Promise<boolean> {
  // Nobody comes back meanwhile.
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
  // After the outputs, as a decision locks them. Who is not told of yet keeps them.
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
  /** Without a group to move it to, all. Where there may be more it is not counted, and 1. */
  readonly left: number;
  /** Whether another call may move more. */
  readonly hasMore: boolean;
}

const OF_GROUP = `${IS_HELD} AND assignee_group = $2`;

/** Moves a page of what a group has, also by its people, and remembers where to. */
export async function moveWork(
  tx: Transaction,
  { workspaceId, groupId, moveTo }: Move,
): Promise<Moved> {
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
  // To count takes as long as there is work, which would be once a page.
  return { moved, hasMore, left: hasMore ? 1 : await countWork(tx, workspaceId, groupId) };
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
const MOVE_DEMANDS = `
  UPDATE outputs SET submitted_approvals = ${inPlace('submitted_approvals')},
    rule_approvals = ${inPlace('rule_approvals')}
  WHERE ${NEEDS_GROUP} AND id = ANY ($4::text[])`;

/** What nobody has to decide is none: it may have been assigned before it passed. */
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
