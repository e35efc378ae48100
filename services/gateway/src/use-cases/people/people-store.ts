import type { Role } from '@output-review/contracts';
import type { AuditEntry, AuditOrigin } from '@output-review/runtime';

import type { Invitation, ListedInvitation } from '../../domain/people/invitation.ts';
import type { ListedMember, Member, MemberToken } from '../../domain/people/members.ts';

/** A part of a list. */
export interface Paging {
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Paged<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** What the use cases of people need of their rows. */
export interface PeopleStore {
  listMembers(workspaceId: string, paging: Paging): Promise<Paged<ListedMember>>;
  /** Those that can still be accepted, newest first. */
  listInvitations(workspaceId: string, paging: Paging): Promise<Paged<ListedInvitation>>;
  /** Null where it is unknown, used, revoked or over. */
  findInvitation(token: string): Promise<FoundInvitation | null>;
  /** Runs somebody's change and what it tells in one transaction. */
  change<T>(origin: AuditOrigin, work: (tx: PeopleChange) => Promise<T>): Promise<T>;
}

export interface FoundInvitation extends Invitation {
  readonly workspaceName: string;
}

export interface NewUser {
  readonly id: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
  readonly isVerified: boolean;
  readonly createdAt: Date;
}

export interface NewSession {
  readonly token: string;
  readonly userId: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly isRemembered: boolean;
  readonly createdAt: Date;
}

export interface PeopleChange {
  /** Has changes of one workspace wait for each other. @throws AppError NOT_FOUND where it has ended. */
  hold(workspaceId: string): Promise<void>;
  /** All members of a workspace, which is held. */
  lockMembers(workspaceId: string): Promise<readonly Member[]>;
  /** @returns false where the user is a member already. */
  addMember(member: NewMember): Promise<boolean>;
  setRole(workspaceId: string, userId: string, role: Role): Promise<void>;
  /** Removes a member, and the invitations that the member made. */
  removeMember(workspaceId: string, userId: string): Promise<void>;
  /** The tokens that a member made and nobody has revoked, oldest first. */
  tokensOf(workspaceId: string, userId: string): Promise<readonly MemberToken[]>;
  /** They are dead from the commit on. */
  revokeTokens(workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Removes the invitations that a member made. */
  revokeInvitationsOf(workspaceId: string, userId: string): Promise<void>;
  insertInvitation(
    invitation: Invitation & { readonly token: string; readonly createdBy: string },
  ): Promise<void>;
  /** @returns what was removed; null where there is no such one. */
  removeInvitation(workspaceId: string, id: string): Promise<Invitation | null>;
  /** Takes an invitation out, for whoever comes first. */
  takeInvitation(token: string): Promise<Invitation | null>;
  /** @returns false where there is a user with this address. */
  insertUser(user: NewUser): Promise<boolean>;
  /** Makes a workspace, and tells the others of it. */
  insertWorkspace(workspace: {
    readonly id: string;
    readonly name: string;
    readonly createdAt: Date;
  }): Promise<void>;
  insertSession(session: NewSession): Promise<void>;
  /** Ends all sessions of a user. */
  endSessions(userId: string): Promise<void>;
  /** @returns false where the present one is not kept by `currentHash`. */
  setPassword(
    userId: string,
    password: { readonly passwordHash: string; readonly currentHash?: string },
  ): Promise<boolean>;
  /** Takes the link out, and all others of the user. @returns false where somebody was quicker. */
  takeResetLink(token: string, userId: string): Promise<boolean>;
  markVerified(userId: string): Promise<void>;
  /** Has a session act in a workspace. */
  switchSession(token: string, workspaceId: string): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
}

export interface NewMember {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** A workspace as a member of it sees it. */
export interface JoinedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}
