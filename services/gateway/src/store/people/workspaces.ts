import type { SqlClient } from '@output-review/runtime';

export async function nameOfWorkspace(client: SqlClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>({
    name: 'name-of-workspace',
    text: 'SELECT name FROM workspaces WHERE id = $1',
    values: [id],
  });
  return rows[0]?.name ?? null;
}
