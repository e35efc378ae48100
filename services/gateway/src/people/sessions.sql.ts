import type { SqlClient, Transaction } from '@output-review/runtime';

import { type KnownSession, SESSIONS_MAX } from '../access/callers.pure.ts';

/** The valid sessions of a user, latest first. Limited, because an earlier release kept any number. */
export async function sessionsOf(
  client: SqlClient,
  userId: string,
  now: Date,
): Promise<readonly KnownSession[]> {
  const { rows } = await client.query<KnownSession>(
    `SELECT id, token, "createdAt", "updatedAt" AS "lastUsedAt", "expiresAt",
       nullif("ipAddress", '') AS address, nullif("userAgent", '') AS "userAgent"
     FROM session WHERE "userId" = $1 AND "expiresAt" > $2
     ORDER BY "createdAt" DESC, id LIMIT $3`,
    [userId, now, SESSIONS_MAX],
  );
  return rows;
}

/** Ends a session of a user immediately, on every gateway. @returns false if there is no such session. */
export async function endSession(client: SqlClient, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM session WHERE "userId" = $1 AND id = $2', [
    userId,
    id,
  ]);
  return rowCount === 1;
}

/** The same by the token of the session. */
export async function endSessionOf(client: SqlClient, token: string): Promise<void> {
  await client.query('DELETE FROM session WHERE token = $1', [token]);
}

/** The same for all sessions of a user. */
export async function endSessions(client: SqlClient, userId: string): Promise<void> {
  await client.query('DELETE FROM session WHERE "userId" = $1', [userId]);
}

/** Makes a session act in a workspace. */
export async function moveSession(
  tx: Transaction,
  token: string,
  workspaceId: string,
): Promise<void> {
  await tx.query('UPDATE session SET active_workspace_id = $2 WHERE token = $1', [
    token,
    workspaceId,
  ]);
}

/** Removes expired sessions, links, wrong passwords and stored mails that nothing else removes. */
export async function removeEnded(client: SqlClient, now: Date): Promise<void> {
  for (const table of ['session', 'verification']) {
    await client.query(`DELETE FROM ${table} WHERE "expiresAt" <= $1`, [now]);
  }
  for (const table of ['invitations', 'slack_link_requests']) {
    await client.query(`DELETE FROM ${table} WHERE expires_at <= $1`, [now]);
  }
  // The sender itself drops newer ones, and logs it.
  await client.query(`DELETE FROM kept_mails WHERE until < now() - interval '1 day'`);
  // A gateway of the previous release, running beside this one, deletes a workspace without its mails.
  await client.query(
    `DELETE FROM kept_mails WHERE workspace_id <> ''
       AND NOT EXISTS (SELECT FROM workspaces WHERE id = kept_mails.workspace_id)`,
  );
  await client.query(`DELETE FROM sign_in_tries WHERE at < now() - interval '1 hour'`);
}
