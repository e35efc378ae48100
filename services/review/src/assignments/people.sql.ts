import type { PeopleChanged } from '@output-review/contracts';
import { newestInKeyOrder, type Transaction } from '@output-review/runtime';

/** People who left the workspace $1 or may no longer decide. */
export const LEAVERS = `
  SELECT user_id FROM people WHERE workspace_id = $1 AND (role IS NULL OR role = 'viewer')`;

/**
 * Stores the people and groups of workspaces. An older version changes nothing. The caller then takes outputs back from
 * people who may no longer decide, separately: there may be too many for one transaction.
 */
export async function applyPeople(
  tx: Transaction,
  changes: readonly PeopleChanged[],
): Promise<void> {
  for (const change of newestInKeyOrder(changes, ({ workspaceId }) => workspaceId)) {
    const { rows } = await tx.query(
      `INSERT INTO people_versions AS held (workspace_id, version) VALUES ($1, $2)
       ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version
       WHERE held.version < excluded.version
       RETURNING 1`,
      [change.workspaceId, change.version],
    );
    if (rows.length === 0) continue;
    await replacePeople(tx, change);
    await replaceGroups(tx, change);
  }
}

async function replacePeople(
  tx: Transaction,
  { workspaceId, people }: PeopleChanged,
): Promise<void> {
  await tx.query(
    `INSERT INTO people AS held (workspace_id, user_id, name, role)
     SELECT $1, u, n, r FROM unnest($2::text[], $3::text[], $4::text[]) AS given (u, n, r)
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET name = excluded.name, role = excluded.role
     WHERE (held.name, held.role) IS DISTINCT FROM (excluded.name, excluded.role)`,
    [
      workspaceId,
      people.map(({ userId }) => userId),
      people.map(({ name }) => name),
      people.map(({ role }) => role),
    ],
  );
  await tx.query(
    `UPDATE people SET role = NULL
     WHERE workspace_id = $1 AND user_id <> ALL ($2::text[]) AND role IS NOT NULL`,
    [workspaceId, people.map(({ userId }) => userId)],
  );
}

async function replaceGroups(
  tx: Transaction,
  { workspaceId, groups }: PeopleChanged,
): Promise<void> {
  const ids = groups.map(({ id }) => id);
  const members = groups.flatMap(({ id, userIds }) => userIds.map((userId) => [id, userId]));
  await tx.query(
    `INSERT INTO groups AS held (workspace_id, id, name)
     SELECT $1, i, n FROM unnest($2::text[], $3::text[]) AS given (i, n)
     ON CONFLICT (workspace_id, id) DO UPDATE SET name = excluded.name, is_deleted = false
     WHERE held.name <> excluded.name OR held.is_deleted`,
    [workspaceId, ids, groups.map(({ name }) => name)],
  );
  await tx.query(
    // Waits for assignments to the group that are in progress.
    `WITH gone AS (
       SELECT id FROM groups WHERE workspace_id = $1 AND id <> ALL ($2::text[]) AND NOT is_deleted
       ORDER BY id FOR UPDATE
     )
     UPDATE groups SET is_deleted = true WHERE workspace_id = $1 AND id IN (SELECT id FROM gone)`,
    [workspaceId, ids],
  );
  await tx.query('DELETE FROM group_members WHERE workspace_id = $1', [workspaceId]);
  await tx.query(
    `INSERT INTO group_members (workspace_id, group_id, user_id)
     SELECT $1, g, u FROM unnest($2::text[], $3::text[]) AS given (g, u)`,
    [workspaceId, members.map(([id]) => id), members.map(([, userId]) => userId)],
  );
}
