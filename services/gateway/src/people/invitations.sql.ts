import { hashToken, type SqlClient, type Transaction } from '@output-review/runtime';

import type { Invitation, ListedInvitation, Paged, Paging } from './people.pure.ts';

/** The columns of an invitation. */
const INVITATION_COLUMNS = `invitations.id, invitations.workspace_id AS "workspaceId",
  invitations.email, invitations.role, invitations.created_at AS "createdAt",
  invitations.expires_at AS "expiresAt"`;

/** Invitations that can still be accepted, newest first. */
export async function pageOfInvitations(
  client: SqlClient,
  workspaceId: string,
  { now, ...paging }: Paging & { readonly now: Date },
): Promise<Paged<ListedInvitation>> {
  const { rows: items } = await client.query<ListedInvitation>(
    `SELECT ${INVITATION_COLUMNS}, "user".email AS "createdBy"
     FROM invitations JOIN "user" ON "user".id = invitations.created_by
     WHERE invitations.workspace_id = $1 AND invitations.expires_at > $2
     ORDER BY invitations.created_at DESC, invitations.id DESC LIMIT $3 OFFSET $4`,
    [workspaceId, now, paging.limit, (paging.page - 1) * paging.limit],
  );
  const { rows } = await client.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM invitations WHERE workspace_id = $1 AND expires_at > $2',
    [workspaceId, now],
  );
  return { items, total: rows[0]?.total ?? 0 };
}

interface FoundInvitation extends Invitation {
  readonly workspaceName: string;
}

/** Null if it is unknown, used, revoked or expired. */
export async function findInvitation(
  client: SqlClient,
  token: string,
  now: Date,
): Promise<FoundInvitation | null> {
  const { rows } = await client.query<FoundInvitation>(
    `SELECT ${INVITATION_COLUMNS}, workspaces.name AS "workspaceName"
     FROM invitations JOIN workspaces ON workspaces.id = invitations.workspace_id
     WHERE invitations.hash = $1 AND invitations.expires_at > $2`,
    [hashToken(token), now],
  );
  return rows[0] ?? null;
}

export async function insertInvitation(
  tx: Transaction,
  invitation: Invitation & { readonly token: string; readonly createdBy: string },
): Promise<void> {
  const { id, workspaceId, token, email, role, createdBy, createdAt, expiresAt } = invitation;
  // Removes expired rows here, because the table grows only here.
  await tx.query('DELETE FROM invitations WHERE workspace_id = $1 AND expires_at <= $2', [
    workspaceId,
    createdAt,
  ]);
  await tx.query(
    `INSERT INTO invitations
         (id, workspace_id, hash, email, role, created_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, workspaceId, hashToken(token), email, role, createdBy, createdAt, expiresAt],
  );
}

/** @returns the removed invitation; null if there is none. */
export async function removeInvitation(
  tx: Transaction,
  id: string,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: Date },
): Promise<Invitation | null> {
  const { rows } = await tx.query<Invitation>(
    `DELETE FROM invitations WHERE workspace_id = $1 AND id = $2 AND expires_at > $3
       RETURNING ${INVITATION_COLUMNS}`,
    [workspaceId, id, now],
  );
  return rows[0] ?? null;
}

/** Deletes an invitation and returns it, to the first caller only. */
export async function takeInvitation(
  tx: Transaction,
  token: string,
  now: Date,
): Promise<Invitation | null> {
  const { rows } = await tx.query<Invitation>(
    `DELETE FROM invitations WHERE hash = $1 AND expires_at > $2 RETURNING ${INVITATION_COLUMNS}`,
    [hashToken(token), now],
  );
  return rows[0] ?? null;
}

/**
 * Restricts an invitation to the owner of an address, with a new token.
 *
 * @returns false if it is unknown, used, revoked or expired.
 */
export async function renewInvitation(
  client: SqlClient,
  token: string,
  { renewed, email, now }: { readonly renewed: string; readonly email: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE invitations SET hash = $2, email = $3 WHERE hash = $1 AND expires_at > $4',
    [hashToken(token), hashToken(renewed), email, now],
  );
  return rowCount === 1;
}

/** Removes the invitations that a member created. @returns them, including expired ones. */
export async function removeInvitationsOf(
  tx: Transaction,
  workspaceId: string,
  userId: string,
): Promise<readonly Invitation[]> {
  const { rows } = await tx.query<Invitation>(
    `DELETE FROM invitations WHERE workspace_id = $1 AND created_by = $2
       RETURNING ${INVITATION_COLUMNS}`,
    [workspaceId, userId],
  );
  return rows;
}
