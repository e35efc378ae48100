import type { Role } from '@output-review/contracts';
import { hashToken, type SqlClient } from '@output-review/runtime';

/** A Slack user, in the Slack app of one workspace. */
export interface SlackUser {
  readonly workspaceId: string;
  readonly teamId: string;
  readonly slackUserId: string;
  readonly slackUserName: string;
}

/** A linked member, as of now. */
export interface LinkedMember {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
}

/** The member linked to a Slack user; null if not linked. */
export async function findLinkedMember(
  db: SqlClient,
  { workspaceId, teamId, slackUserId }: SlackUser,
): Promise<LinkedMember | null> {
  const { rows } = await db.query<LinkedMember>(
    `SELECT members.user_id AS "userId", "user".email, members.role
     FROM slack_links link
     JOIN members ON members.workspace_id = link.workspace_id AND members.user_id = link.user_id
     JOIN "user" ON "user".id = link.user_id
     WHERE link.workspace_id = $1 AND link.team_id = $2 AND link.slack_user_id = $3`,
    [workspaceId, teamId, slackUserId],
  );
  return rows[0] ?? null;
}

interface NewRequest {
  readonly token: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Stores that a Slack user was given a link, replacing an earlier one. */
export async function insertRequest(
  db: SqlClient,
  { workspaceId, teamId, slackUserId, slackUserName }: SlackUser,
  { token, now, expiresAt }: NewRequest,
): Promise<void> {
  await db.query(
    `WITH old AS (DELETE FROM slack_link_requests WHERE expires_at <= $7 AND hash <> $5)
     INSERT INTO slack_link_requests AS r (
       workspace_id, team_id, slack_user_id, slack_user_name, hash, expires_at
     ) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, team_id, slack_user_id) DO UPDATE SET
       slack_user_name = excluded.slack_user_name, hash = excluded.hash,
       expires_at = excluded.expires_at`,
    [workspaceId, teamId, slackUserId, slackUserName, hashToken(token), expiresAt, now],
  );
}

export interface LinkRequest extends SlackUser {
  readonly workspaceName: string;
  readonly expiresAt: Date;
}

const COLUMNS = `request.workspace_id AS "workspaceId", request.team_id AS "teamId",
  request.slack_user_id AS "slackUserId", request.slack_user_name AS "slackUserName",
  request.expires_at AS "expiresAt", workspaces.name AS "workspaceName"`;

const OF_MEMBER = `workspaces, members
  WHERE request.hash = $1 AND request.expires_at > $3
    AND workspaces.id = request.workspace_id AND workspaces.deleted_at IS NULL
    AND members.workspace_id = request.workspace_id AND members.user_id = $2`;

interface Opening {
  readonly token: string;
  readonly userId: string;
  readonly now: Date;
}

/** The request behind a link; null if it is unknown, used or expired, or the user is not in its workspace. */
export async function findRequest(
  db: SqlClient,
  { token, userId, now }: Opening,
): Promise<LinkRequest | null> {
  const { rows } = await db.query<LinkRequest>(
    `SELECT ${COLUMNS} FROM slack_link_requests AS request, ${OF_MEMBER}`,
    [hashToken(token), userId, now],
  );
  return rows[0] ?? null;
}

/** The same, and deletes it, for the first caller only. */
export async function takeRequest(
  tx: SqlClient,
  { token, userId, now }: Opening,
): Promise<LinkRequest | null> {
  const { rows } = await tx.query<LinkRequest>(
    `DELETE FROM slack_link_requests AS request USING ${OF_MEMBER} RETURNING ${COLUMNS}`,
    [hashToken(token), userId, now],
  );
  return rows[0] ?? null;
}

interface NewLink extends SlackUser {
  readonly userId: string;
  readonly at: Date;
}

/** @returns false if the Slack user is already linked. */
export async function insertLink(db: SqlClient, link: NewLink): Promise<boolean> {
  const { workspaceId, teamId, slackUserId, slackUserName, userId, at } = link;
  const { rowCount } = await db.query(
    `INSERT INTO slack_links (
       workspace_id, team_id, slack_user_id, slack_user_name, user_id, linked_at
     ) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [workspaceId, teamId, slackUserId, slackUserName, userId, at],
  );
  return rowCount === 1;
}

export interface SlackLink extends Omit<SlackUser, 'workspaceId'> {
  readonly linkedAt: Date;
}

interface Member {
  readonly workspaceId: string;
  readonly userId: string;
}

/** The Slack users linked to a member, latest first. */
export async function linksOf(
  db: SqlClient,
  { workspaceId, userId }: Member,
): Promise<readonly SlackLink[]> {
  const { rows } = await db.query<SlackLink>(
    `SELECT team_id AS "teamId", slack_user_id AS "slackUserId",
       slack_user_name AS "slackUserName", linked_at AS "linkedAt"
     FROM slack_links WHERE workspace_id = $1 AND user_id = $2
     ORDER BY linked_at DESC, slack_user_id`,
    [workspaceId, userId],
  );
  return rows;
}

/** @returns false if there is no such link. */
export async function deleteLink(
  db: SqlClient,
  { workspaceId, userId, slackUserId }: Member & Pick<SlackUser, 'slackUserId'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'DELETE FROM slack_links WHERE workspace_id = $1 AND user_id = $2 AND slack_user_id = $3',
    [workspaceId, userId, slackUserId],
  );
  return (rowCount ?? 0) > 0;
}
