import type { Role } from '@output-review/contracts';

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
