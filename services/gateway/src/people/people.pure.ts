import { isAtLeast, type Role } from '@output-review/contracts';

/** A page of a list. */
export interface Paging {
  /** Starts at 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Paged<T> {
  readonly items: readonly T[];
  readonly total: number;
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
  /** The stored hash of its user's password. */
  readonly hash: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly isRemembered: boolean;
  readonly createdAt: Date;
}

/** A user in a workspace. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** A token that a member created, and therefore knows. */
export interface MemberToken {
  readonly id: string;
  /** Null for the workspace token. */
  readonly name: string | null;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt: Date | null;
}

export interface ListedMember extends Member {
  /** Not revoked, oldest first. */
  readonly tokens: readonly MemberToken[];
}

/** Whether a user currently has at least a role. */
export function mayAs(role: Role, members: readonly Member[], userId: string): boolean {
  return members.some((member) => member.userId === userId && isAtLeast(member.role, role));
}

/** Lets the holder of its token join a workspace, once. */
export interface Invitation {
  readonly id: string;
  readonly workspaceId: string;
  /** In lower case; null if anyone with the link may accept it. */
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The same, as shown to admins. */
export interface ListedInvitation extends Invitation {
  /** The email address of its creator. */
  readonly createdBy: string;
}

/** The normalized form of an address. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

/** The purpose of an emailed link. It works for nothing else. */
export type LinkPurpose = 'reset-password' | 'verify-email';

const MINUTE_MS = 60_000;

/** How long links are valid. Source of the first: the interface. */
export const LINK_MS: Readonly<Record<LinkPurpose, number>> = {
  'reset-password': 60 * MINUTE_MS,
  // A mail may be read the next morning, and the link proves only that a mailbox is read.
  'verify-email': 24 * 60 * MINUTE_MS,
};

/** The recipient of links. */
export interface Addressee {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/**
 * The dashboard pages that links open. The secret follows the `#`, so that it appears in no log or Referer and is not
 * used up by mail scanners.
 */
export const linkOf = (
  publicUrl: string,
  purpose: LinkPurpose | 'invitation',
  token: string,
): string => `${publicUrl}/${purpose}#${token}`;
