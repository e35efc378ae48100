import type { SqlClient } from '@output-review/runtime';

import type { KnownWorkspace } from '../../use-cases/settings/workspace-settings.ts';

export async function nameOfWorkspace(client: SqlClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>({
    name: 'name-of-workspace',
    text: 'SELECT name FROM workspaces WHERE id = $1',
    values: [id],
  });
  return rows[0]?.name ?? null;
}

/** A workspace and its token, of which no more than a hint is kept; null where there is no such one. */
export async function findWorkspace(client: SqlClient, id: string): Promise<KnownWorkspace | null> {
  const { rows } = await client.query<KnownWorkspace>({
    name: 'find-workspace',
    text: `SELECT workspaces.name AS "workspaceName", tokens.hint AS "tokenHint",
             tokens.last_used_at AS "tokenLastUsedAt"
           FROM workspaces LEFT JOIN tokens ON tokens.workspace_id = workspaces.id
             AND tokens.name IS NULL AND tokens.revoked_at IS NULL
           WHERE workspaces.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}
