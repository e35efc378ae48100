import type { SqlClient } from '@output-review/runtime';

interface Row {
  readonly name: string;
  readonly email: string;
}

/** The addresses of a workspace's admins; none of one that is gone. */
export async function adminsOf(
  client: SqlClient,
  workspaceId: string,
): Promise<{ readonly workspaceName: string; readonly emails: readonly string[] }> {
  const { rows } = await client.query<Row>(
    `SELECT workspaces.name, "user".email
     FROM members
     JOIN workspaces ON workspaces.id = members.workspace_id
     JOIN "user" ON "user".id = members.user_id
     WHERE members.workspace_id = $1 AND members.role = 'admin'
     ORDER BY "user".email`,
    [workspaceId],
  );
  return { workspaceName: rows[0]?.name ?? '', emails: rows.map(({ email }) => email) };
}
