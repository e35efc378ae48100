import type { SqlClient, Transaction } from '@output-review/runtime';

/** Members of a workspace who receive work together. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly userIds: readonly string[];
  readonly createdAt: Date;
}

const GROUP_COLUMNS = `id, name, created_at AS "createdAt", ARRAY(
  SELECT user_id FROM group_members
  WHERE group_members.workspace_id = groups.workspace_id AND group_id = groups.id ORDER BY user_id
) AS "userIds"`;

/** Sorted by name. */
export async function groupsOf(client: SqlClient, workspaceId: string): Promise<readonly Group[]> {
  const { rows } = await client.query<Group>(
    `SELECT ${GROUP_COLUMNS} FROM groups WHERE workspace_id = $1 ORDER BY lower(name), id`,
    [workspaceId],
  );
  return rows;
}

/** Locks a group until the end of the transaction; null if it is not in this workspace. */
export async function lockGroup(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<Group | null> {
  const { rows } = await tx.query<Group>(
    `SELECT ${GROUP_COLUMNS} FROM groups WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

/** Creates or changes a group. @returns false if another group has the name. */
export async function saveGroup(
  tx: Transaction,
  workspaceId: string,
  { id, name, nameKey, userIds, createdAt }: Group & { readonly nameKey: string },
): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM groups WHERE workspace_id = $1 AND name_key = $2 AND id <> $3`,
    [workspaceId, nameKey, id],
  );
  if (rows.length > 0) return false;
  await tx.query(
    `INSERT INTO groups (workspace_id, id, name, name_key, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (workspace_id, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key`,
    [workspaceId, id, name, nameKey, createdAt],
  );
  await tx.query(
    'DELETE FROM group_members WHERE workspace_id = $1 AND group_id = $2 AND user_id <> ALL ($3)',
    [workspaceId, id, userIds],
  );
  await tx.query(
    `INSERT INTO group_members (workspace_id, group_id, user_id)
     SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`,
    [workspaceId, id, userIds],
  );
  return true;
}

export async function removeGroup(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM groups WHERE workspace_id = $1 AND id = $2', [workspaceId, id]);
}
