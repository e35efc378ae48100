import { SCOPES } from '@output-review/contracts';
import type { Database, SqlClient } from '@output-review/runtime';

import type { FirstAccess } from '../../use-cases/bootstrap.ts';
import { insertToken } from '../tokens/token-rows.ts';
import { announceWorkspace } from '../workspaces/announce-workspace.ts';
import { insertUser } from './insert-user.ts';

export async function hasUser(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM "user" LIMIT 1');
  return rows.length > 0;
}

export interface FirstAccessDeps {
  readonly database: Database;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Writes the first admin, workspace and token, unless there is a user already. */
export const makeWriteFirstAccess =
  ({ database, newId, now }: FirstAccessDeps) =>
  (access: FirstAccess & { readonly passwordHash: string }): Promise<boolean> =>
    database.transaction(async (tx) => {
      // Two gateways that start at once must not both find it empty.
      await tx.query('LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE');
      if (await hasUser(tx)) return false;
      const at = now();
      const userId = newId();
      const workspaceId = newId();
      const email = access.email.toLowerCase();
      const name = email.split('@')[0] ?? email;
      const { passwordHash } = access;
      // The operator stands for the address.
      const isVerified = true;
      await insertUser(tx, { id: userId, name, email, passwordHash, isVerified, createdAt: at });
      await insertWorkspace(tx, { ...access, userId, workspaceId, tokenId: newId(), at });
      await announceWorkspace(tx, workspaceId, { newId, now });
      return true;
    });

interface NewWorkspace {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly userId: string;
  readonly tokenId: string;
  readonly token: string;
  readonly at: Date;
}

async function insertWorkspace(client: SqlClient, workspace: NewWorkspace): Promise<void> {
  const { workspaceId, workspaceName, userId, tokenId, token, at } = workspace;
  await client.query('INSERT INTO workspaces (id, name, created_at) VALUES ($1, $2, $3)', [
    workspaceId,
    workspaceName,
    at,
  ]);
  await client.query(
    `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'admin', $3)`,
    [workspaceId, userId, at],
  );
  await insertToken(client, workspaceId, {
    ...{ id: tokenId, name: null, scopes: SCOPES, token },
    // The operator is no user.
    ...{ expiresAt: null, createdAt: at, userId: null },
  });
}
