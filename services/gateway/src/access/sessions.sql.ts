import type { SqlClient } from '@output-review/runtime';

import { type FoundSession, SESSION_MS } from './callers.pure.ts';

/**
 * Finds a session in the workspace that it was switched to. If it was never switched or its user is no longer a member
 * there, uses the workspace that the user joined first.
 *
 * Returns null if the session is unknown or expired, or its user is in no workspace.
 */
export async function findActingSession(
  client: SqlClient,
  token: string,
  now: Date,
): Promise<FoundSession | null> {
  const { rows } = await client.query<FoundSession>({
    name: 'find-session',
    text: `SELECT session.token, session."expiresAt", session.is_remembered AS "isRemembered",
             "user".id AS "userId",
             "user".name AS "userName", "user".email, members.role,
             workspaces.id AS "workspaceId", workspaces.name AS "workspaceName"
           FROM session
           JOIN "user" ON "user".id = session."userId"
           JOIN members ON members.user_id = "user".id
           JOIN workspaces ON workspaces.id = members.workspace_id
           WHERE session.token = $1 AND session."expiresAt" > $2
           ORDER BY (workspaces.id = session.active_workspace_id) IS TRUE DESC,
             members.created_at, workspaces.id
           LIMIT 1`,
    values: [token, now],
  });
  return rows[0] ?? null;
}

type ActingSession = Pick<FoundSession, 'token' | 'workspaceId' | 'role'>;

/** The workspaces and roles that sessions act in, by token; omits sessions that `findActingSession` does not find. */
export async function findWorkspaces(
  client: SqlClient,
  tokens: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ActingSession>> {
  if (tokens.length === 0) return new Map();
  const { rows } = await client.query<ActingSession>({
    name: 'find-workspaces-of-sessions',
    text: `SELECT DISTINCT ON (session.token) session.token, workspaces.id AS "workspaceId",
             members.role
           FROM session
           JOIN members ON members.user_id = session."userId"
           JOIN workspaces ON workspaces.id = members.workspace_id
           WHERE session.token = ANY ($1) AND session."expiresAt" > $2
           ORDER BY session.token,
             (workspaces.id = session.active_workspace_id) IS TRUE DESC,
             members.created_at, workspaces.id`,
    values: [tokens, now],
  });
  return new Map(rows.map((row) => [row.token, row]));
}

/** The user of a session that has not expired, with or without a workspace. */
export async function userOfSession(
  client: SqlClient,
  token: string,
  now: Date,
): Promise<{ readonly id: string; readonly email: string } | null> {
  const { rows } = await client.query<{ id: string; email: string }>({
    name: 'find-user-of-session',
    text: `SELECT "user".id, "user".email
           FROM session JOIN "user" ON "user".id = session."userId"
           WHERE session.token = $1 AND session."expiresAt" > $2`,
    values: [token, now],
  });
  return rows[0] ?? null;
}

// Renewing on every request would cost a write each. Once a day would suffice for people. But a user with too many
// sessions keeps the last renewed ones, so a session in use must outrank those that a program starts all day.
const SLIDE_STEP_MS = 60 * 60_000;

/**
 * Renews the expiry of a session in use, at most once an hour.
 *
 * @returns whether it was renewed: the cookie must then be sent again, because it expires too.
 */
export async function slideSession(
  client: SqlClient,
  { token, expiresAt }: FoundSession,
  now: Date,
): Promise<boolean> {
  const renewed = new Date(now.getTime() + SESSION_MS);
  if (renewed.getTime() - expiresAt.getTime() < SLIDE_STEP_MS) return false;
  await client.query({
    name: 'slide-session',
    text: `UPDATE session SET "expiresAt" = $2, "updatedAt" = $3 WHERE token = $1`,
    values: [token, renewed, now],
  });
  return true;
}
