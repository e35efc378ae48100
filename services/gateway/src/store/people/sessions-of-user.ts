import type { SqlClient } from '@output-review/runtime';

import type { KnownSession } from '../../domain/access/callers.ts';

/** The sessions of a user that are good, latest first. */
export async function listSessions(
  client: SqlClient,
  userId: string,
  now: Date,
): Promise<readonly KnownSession[]> {
  const { rows } = await client.query<KnownSession>(
    `SELECT id, token, "createdAt", "updatedAt" AS "lastUsedAt", "expiresAt",
       nullif("ipAddress", '') AS address, nullif("userAgent", '') AS "userAgent"
     FROM session WHERE "userId" = $1 AND "expiresAt" > $2
     ORDER BY "createdAt" DESC, id`,
    [userId, now],
  );
  return rows;
}

/** Ends a session of a user at once, on every gateway. @returns false where there is no such one. */
export async function endSession(client: SqlClient, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM session WHERE "userId" = $1 AND id = $2', [
    userId,
    id,
  ]);
  return rowCount === 1;
}

/** The same with all of them. */
export async function endSessions(client: SqlClient, userId: string): Promise<void> {
  await client.query('DELETE FROM session WHERE "userId" = $1', [userId]);
}

/**
 * Has a session act in another workspace from its next request on.
 *
 * @returns false where its user is no member there.
 */
export async function switchWorkspace(
  client: SqlClient,
  token: string,
  workspaceId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE session SET active_workspace_id = members.workspace_id
     FROM members
     WHERE session.token = $1 AND members.user_id = session."userId"
       AND members.workspace_id = $2`,
    [token, workspaceId],
  );
  return rowCount === 1;
}
