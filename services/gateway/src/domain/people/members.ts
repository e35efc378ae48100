import type { Role } from '@output-review/contracts';

/** A user in a workspace. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
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
