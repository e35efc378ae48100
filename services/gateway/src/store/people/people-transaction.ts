import type { Role } from '@output-review/contracts';
import type { AuditEntry, Transaction } from '@output-review/runtime';

import { SESSION_MS } from '../../domain/access/callers.ts';
import type { Invitation } from '../../domain/people/invitation.ts';
import type { Member, MemberToken } from '../../domain/people/members.ts';
import type {
  NewMember,
  NewSession,
  NewUser,
  PeopleChange,
} from '../../use-cases/people/people-store.ts';
import type { Telling } from '../audited-change.ts';
import { announceWorkspace } from '../workspaces/announce-workspace.ts';
import { holdWorkspace } from '../workspaces/hold-workspace.ts';
import { insertUser } from './insert-user.ts';
import { markVerified, takeLink } from './links.ts';
import { INVITATION_COLUMNS, MEMBER_COLUMNS } from './people-columns.ts';
import { endSessions } from './sessions-of-user.ts';
import { hashToken } from './token-lookup.ts';
import { tokensOf } from './tokens-of-members.ts';

export interface PeopleTransactionDeps {
  readonly newId: () => string;
  readonly now: () => Date;
}

/** One change of users, members and invitations. */
export class PeopleTransaction implements PeopleChange {
  readonly #tx: Transaction;
  readonly #telling: Telling;
  readonly #deps: PeopleTransactionDeps;

  constructor(tx: Transaction, telling: Telling, deps: PeopleTransactionDeps) {
    this.#tx = tx;
    this.#telling = telling;
    this.#deps = deps;
  }

  hold(workspaceId: string): Promise<void> {
    return holdWorkspace(this.#tx, workspaceId);
  }

  async lockMembers(workspaceId: string): Promise<readonly Member[]> {
    await holdWorkspace(this.#tx, workspaceId);
    const { rows } = await this.#tx.query<Member>(
      `SELECT ${MEMBER_COLUMNS} FROM members JOIN "user" ON "user".id = members.user_id
       WHERE members.workspace_id = $1`,
      [workspaceId],
    );
    return rows;
  }

  async addMember({ workspaceId, userId, role, joinedAt }: NewMember): Promise<boolean> {
    const { rowCount } = await this.#tx.query(
      `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [workspaceId, userId, role, joinedAt],
    );
    return rowCount === 1;
  }

  async setRole(workspaceId: string, userId: string, role: Role): Promise<void> {
    await this.#tx.query('UPDATE members SET role = $3 WHERE workspace_id = $1 AND user_id = $2', [
      workspaceId,
      userId,
      role,
    ]);
  }

  async removeMember(workspaceId: string, userId: string): Promise<void> {
    await this.revokeInvitationsOf(workspaceId, userId);
    await this.#tx.query('DELETE FROM members WHERE workspace_id = $1 AND user_id = $2', [
      workspaceId,
      userId,
    ]);
  }

  async tokensOf(workspaceId: string, userId: string): Promise<readonly MemberToken[]> {
    return (await tokensOf(this.#tx, workspaceId, [userId])).map(({ token }) => token);
  }

  async revokeTokens(workspaceId: string, ids: readonly string[]): Promise<void> {
    await this.#tx.query(
      'UPDATE tokens SET revoked_at = $3 WHERE workspace_id = $1 AND id = ANY ($2)',
      [workspaceId, ids, this.#deps.now()],
    );
  }

  async revokeInvitationsOf(workspaceId: string, userId: string): Promise<void> {
    await this.#tx.query('DELETE FROM invitations WHERE workspace_id = $1 AND created_by = $2', [
      workspaceId,
      userId,
    ]);
  }

  async insertInvitation(
    invitation: Invitation & { readonly token: string; readonly createdBy: string },
  ): Promise<void> {
    const { id, workspaceId, token, email, role, createdBy, createdAt, expiresAt } = invitation;
    // Those that are over are of no use to anybody, and this is when their table grows.
    await this.#tx.query('DELETE FROM invitations WHERE workspace_id = $1 AND expires_at <= $2', [
      workspaceId,
      createdAt,
    ]);
    await this.#tx.query(
      `INSERT INTO invitations
         (id, workspace_id, hash, email, role, created_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, workspaceId, hashToken(token), email, role, createdBy, createdAt, expiresAt],
    );
  }

  async removeInvitation(workspaceId: string, id: string): Promise<Invitation | null> {
    const { rows } = await this.#tx.query<Invitation>(
      `DELETE FROM invitations WHERE workspace_id = $1 AND id = $2 AND expires_at > $3
       RETURNING ${INVITATION_COLUMNS}`,
      [workspaceId, id, this.#deps.now()],
    );
    return rows[0] ?? null;
  }

  async takeInvitation(token: string): Promise<Invitation | null> {
    const { rows } = await this.#tx.query<Invitation>(
      `DELETE FROM invitations WHERE hash = $1 AND expires_at > $2 RETURNING ${INVITATION_COLUMNS}`,
      [hashToken(token), this.#deps.now()],
    );
    return rows[0] ?? null;
  }

  insertUser(user: NewUser): Promise<boolean> {
    return insertUser(this.#tx, user);
  }

  async insertWorkspace(workspace: {
    readonly id: string;
    readonly name: string;
    readonly createdAt: Date;
  }): Promise<void> {
    const { id, name, createdAt } = workspace;
    await this.#tx.query('INSERT INTO workspaces (id, name, created_at) VALUES ($1, $2, $3)', [
      id,
      name,
      createdAt,
    ]);
    this.#telling.handOver(await announceWorkspace(this.#tx, id, this.#deps));
  }

  async insertSession(session: NewSession): Promise<void> {
    const { token, userId, address, userAgent, isRemembered, createdAt } = session;
    await this.#tx.query(
      `INSERT INTO session
         (id, token, "userId", "ipAddress", "userAgent", is_remembered, "createdAt",
          "updatedAt", "expiresAt")
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
      [
        ...[this.#deps.newId(), token, userId, address, userAgent, isRemembered, createdAt],
        new Date(createdAt.getTime() + SESSION_MS),
      ],
    );
  }

  endSessions(userId: string): Promise<void> {
    return endSessions(this.#tx, userId);
  }

  async setPassword(
    userId: string,
    { passwordHash, currentHash }: { readonly passwordHash: string; readonly currentHash?: string },
  ): Promise<boolean> {
    const { rowCount } = await this.#tx.query(
      `UPDATE account SET password = $2, "updatedAt" = $3
       WHERE "userId" = $1 AND "providerId" = 'credential' AND ($4::text IS NULL OR password = $4)`,
      [userId, passwordHash, this.#deps.now(), currentHash ?? null],
    );
    return rowCount === 1;
  }

  takeResetLink(token: string, userId: string): Promise<boolean> {
    return takeLink(this.#tx, { purpose: 'reset-password', token }, userId);
  }

  markVerified(userId: string): Promise<void> {
    return markVerified(this.#tx, userId);
  }

  async switchSession(token: string, workspaceId: string): Promise<void> {
    await this.#tx.query('UPDATE session SET active_workspace_id = $2 WHERE token = $1', [
      token,
      workspaceId,
    ]);
  }

  audit(entry: AuditEntry): Promise<void> {
    return this.#telling.audit(entry);
  }
}
