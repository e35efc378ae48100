import type { Role } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import { holdWorkspace } from '../workspaces/workspaces.sql.ts';
import type { ListedMember, Member, MemberToken, Paged, Paging } from './people.pure.ts';

/** The columns of a member, from `members` and `"user"`. */
const MEMBER_COLUMNS = `members.user_id AS "userId", "user".name, "user".email, members.role,
  members.created_at AS "joinedAt"`;

export async function pageOfMembers(
  client: SqlClient,
  workspaceId: string,
  paging: Paging,
): Promise<Paged<ListedMember>> {
  const { rows: members } = await client.query<Member>(
    `SELECT ${MEMBER_COLUMNS} FROM members JOIN "user" ON "user".id = members.user_id
     WHERE members.workspace_id = $1
     ORDER BY members.created_at, members.user_id LIMIT $2 OFFSET $3`,
    [workspaceId, paging.limit, (paging.page - 1) * paging.limit],
  );
  const { rows } = await client.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM members WHERE workspace_id = $1',
    [workspaceId],
  );
  const userIds = members.map(({ userId }) => userId);
  const tokens = await tokensOf(client, workspaceId, userIds);
  const items = members.map((member) => ({
    ...member,
    tokens: tokens.filter(({ userId }) => userId === member.userId).map(({ token }) => token),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** The members of a workspace by name, as shown to all its reviewers. */
export async function peopleOf(
  client: SqlClient,
  workspaceId: string,
): Promise<Pick<Member, 'userId' | 'name' | 'email'>[]> {
  const { rows } = await client.query<Pick<Member, 'userId' | 'name' | 'email'>>(
    `SELECT members.user_id AS "userId", "user".name, "user".email
     FROM members JOIN "user" ON "user".id = members.user_id
     WHERE members.workspace_id = $1 ORDER BY "user".name, "user".email`,
    [workspaceId],
  );
  return rows;
}

/** Locks a workspace and returns all its members. @throws AppError NOT_FOUND if it has ended. */
export async function lockMembers(
  tx: Transaction,
  workspaceId: string,
): Promise<readonly Member[]> {
  await holdWorkspace(tx, workspaceId);
  const { rows } = await tx.query<Member>(
    `SELECT ${MEMBER_COLUMNS} FROM members JOIN "user" ON "user".id = members.user_id
       WHERE members.workspace_id = $1`,
    [workspaceId],
  );
  return rows;
}

interface NewMember {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** @returns false if the user is already a member. */
export async function addMember(
  tx: Transaction,
  { workspaceId, userId, role, joinedAt }: NewMember,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
    [workspaceId, userId, role, joinedAt],
  );
  return rowCount === 1;
}

export async function setRole(
  tx: Transaction,
  { workspaceId, userId, role }: Omit<NewMember, 'joinedAt'>,
): Promise<void> {
  await tx.query('UPDATE members SET role = $3 WHERE workspace_id = $1 AND user_id = $2', [
    workspaceId,
    userId,
    role,
  ]);
}

export async function deleteMember(
  tx: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await tx.query('DELETE FROM members WHERE workspace_id = $1 AND user_id = $2', [
    workspaceId,
    userId,
  ]);
}

interface TokenRow extends MemberToken {
  readonly userId: string;
}

/** The tokens that users created in a workspace and that are not revoked, oldest first. */
export async function tokensOf(
  client: SqlClient,
  workspaceId: string,
  userIds: readonly string[],
): Promise<readonly { readonly userId: string; readonly token: MemberToken }[]> {
  const { rows } = await client.query<TokenRow>(
    `SELECT id, name, hint, scopes, last_used_at AS "lastUsedAt", created_by AS "userId"
     FROM tokens
     WHERE workspace_id = $1 AND created_by = ANY ($2) AND revoked_at IS NULL
     ORDER BY created_at, id`,
    [workspaceId, userIds],
  );
  return rows.map(({ userId, ...token }) => ({ userId, token }));
}

/** Revokes tokens from the commit on. */
export async function revokeTokens(
  tx: Transaction,
  ids: readonly string[],
  { workspaceId, at }: { readonly workspaceId: string; readonly at: Date },
): Promise<void> {
  await tx.query('UPDATE tokens SET revoked_at = $3 WHERE workspace_id = $1 AND id = ANY ($2)', [
    workspaceId,
    ids,
    at,
  ]);
}

/** Inserts a workspace. The caller publishes it. */
export async function insertWorkspace(
  tx: Transaction,
  { id, name, createdAt }: { readonly id: string; readonly name: string; readonly createdAt: Date },
): Promise<void> {
  await tx.query('INSERT INTO workspaces (id, name, created_at) VALUES ($1, $2, $3)', [
    id,
    name,
    createdAt,
  ]);
}

/** Whether an address belongs to a member who has confirmed it. */
export async function hasConfirmedMember(
  client: SqlClient,
  workspaceId: string,
  email: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM members JOIN "user" ON "user".id = members.user_id
     WHERE members.workspace_id = $1 AND "user".email = $2 AND "user"."emailVerified"`,
    [workspaceId, email],
  );
  return (rowCount ?? 0) > 0;
}

/** The confirmed addresses of a workspace's admins; others may belong to strangers. Empty if the workspace is gone. */
export async function adminsOf(
  client: SqlClient,
  workspaceId: string,
): Promise<{ readonly workspaceName: string; readonly emails: readonly string[] }> {
  const { rows } = await client.query<{ name: string; email: string }>(
    `SELECT workspaces.name, "user".email
     FROM members
     JOIN workspaces ON workspaces.id = members.workspace_id
     JOIN "user" ON "user".id = members.user_id
     WHERE members.workspace_id = $1 AND members.role = 'admin' AND "user"."emailVerified"
     ORDER BY "user".email`,
    [workspaceId],
  );
  return { workspaceName: rows[0]?.name ?? '', emails: rows.map(({ email }) => email) };
}
