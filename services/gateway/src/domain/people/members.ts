import type { Role } from '@output-review/contracts';

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

/** Whether a user is an admin at this moment. */
export function isAdmin(members: readonly Member[], userId: string): boolean {
  return members.some((member) => member.userId === userId && member.role === 'admin');
}
