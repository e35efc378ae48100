import type { SqlClient, Transaction } from '@output-review/runtime';

/**
 * Returns the given groups that exist in the workspace. Locks them against deletion until the end of the transaction.
 */
export async function keepGroups(
  tx: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM groups WHERE workspace_id = $1 AND id = ANY ($2::text[])
     ORDER BY id FOR KEY SHARE`,
    [workspaceId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The number of projects and tasks that name a group. */
export async function countRouted(
  client: SqlClient,
  workspaceId: string,
  groupId: string,
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT (
       SELECT count(*) FROM projects
       WHERE workspace_id = $1 AND $2 IN (review_group_id, escalation_group_id)
     )::int + (
       SELECT count(*) FROM tasks
       WHERE workspace_id = $1 AND $2 IN (review_group_id, escalation_group_id)
     )::int AS n`,
    [workspaceId, groupId],
  );
  return rows[0]?.n ?? 0;
}

/** A project or task, and the groups that it named before. */
export interface RoutedEntry {
  readonly kind: 'project' | 'task';
  readonly id: string;
  readonly reviewGroupId: string | null;
  readonly escalationGroupId: string | null;
}

/** Replaces a group wherever it is named. @returns the entries that named it, in their former state. */
export async function replaceGroup(
  tx: Transaction,
  workspaceId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly RoutedEntry[]> {
  const replace = (kind: RoutedEntry['kind']): string => `
    WITH named AS (
      SELECT id, review_group_id, escalation_group_id FROM ${kind}s
      WHERE workspace_id = $1 AND $2 IN (review_group_id, escalation_group_id)
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE ${kind}s entry SET
      review_group_id = CASE entry.review_group_id WHEN $2 THEN $3 ELSE entry.review_group_id END,
      escalation_group_id = CASE entry.escalation_group_id WHEN $2 THEN $3 ELSE entry.escalation_group_id END,
      version = entry.version + 1
    FROM named WHERE entry.workspace_id = $1 AND entry.id = named.id
    RETURNING '${kind}' AS kind, entry.id, named.review_group_id AS "reviewGroupId",
      named.escalation_group_id AS "escalationGroupId"`;
  const { rows: projects } = await tx.query<RoutedEntry>(replace('project'), [
    ...[workspaceId, from, to],
  ]);
  const { rows: tasks } = await tx.query<RoutedEntry>(replace('task'), [workspaceId, from, to]);
  return [...projects, ...tasks];
}
