import { isAtLeast, type Role, type UserPrincipal } from '@output-review/contracts';

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

export interface NewMember {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** A user in a workspace. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

/** A token that a member made, and so knows. */
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

/** Whether a workspace would be without an admin if it were without this member's role. */
export function isLastAdmin(members: readonly Member[], userId: string): boolean {
  const admins = members.filter(({ role }) => role === 'admin');
  return admins.length === 1 && admins[0]?.userId === userId;
}

/** Whether a user may do at this moment what those of a role may. */
export function mayAs(role: Role, members: readonly Member[], userId: string): boolean {
  return members.some((member) => member.userId === userId && isAtLeast(member.role, role));
}

/** Leads whoever has its token into a workspace, once. */
export interface Invitation {
  readonly id: string;
  readonly workspaceId: string;
  /** In lower case; null where whoever has the link may accept it. */
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The same as it is shown to admins. */
export interface ListedInvitation extends Invitation {
  /** The e-mail address of who made it. */
  readonly createdBy: string;
}

/** How long an invitation is good. Source: the interface. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** Whether somebody with this address may accept it. */
export function isFor({ email }: Pick<Invitation, 'email'>, address: string): boolean {
  return email === null || email === normalEmail(address);
}

/** The form in which addresses are compared and kept. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}

export interface FoundInvitation extends Invitation {
  readonly workspaceName: string;
}

/** What a link of a mail is for; it does nothing else. */
export type LinkPurpose = 'reset-password' | 'verify-email';

const MINUTE_MS = 60_000;

/** How long links are good. Source of the first: the interface. */
export const LINK_MS: Readonly<Record<LinkPurpose, number>> = {
  'reset-password': 60 * MINUTE_MS,
  // Mails may wait for a morning; and it proves no more than that a mailbox is read.
  'verify-email': 24 * 60 * MINUTE_MS,
};

/** Somebody to whom links are sent. */
export interface Addressee {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/**
 * The pages of the dashboard to which links lead. The secret stands behind the `#`, so that it is in no
 * log and no Referer, and that programs which look at mails use it up for nobody.
 */
export const linkOf = (
  publicUrl: string,
  purpose: LinkPurpose | 'invitation',
  token: string,
): string => `${publicUrl}/${purpose}#${token}`;

/** What somebody does who becomes a member by it, or is one by a link of a mail. */
export function originOf(
  principal: Omit<UserPrincipal, 'kind'>,
  { clientAddress, requestId }: Pick<AuditedRequest, 'clientAddress' | 'requestId'>,
): AuditedRequest & { readonly principal: UserPrincipal } {
  return { principal: { kind: 'user', ...principal }, clientAddress, requestId };
}

interface AuditedRequest {
  readonly clientAddress: string | null;
  readonly requestId: string;
}
