import type { Role, UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { asIs, type AuditOrigin } from '@output-review/runtime';

import { isAdmin, isLastAdmin, type Member } from '../../domain/people/members.ts';
import type { PeopleChange, PeopleStore } from './people-store.ts';

/** An admin's request. */
export type AdminOrigin = AuditOrigin & { readonly principal: UserPrincipal };

interface Deps {
  readonly store: Pick<PeopleStore, 'change'>;
}

export const makeChangeMember =
  ({ store }: Deps) =>
  /** @throws AppError NOT_FOUND, LAST_ADMIN, FORBIDDEN. */
  (
    origin: AdminOrigin,
    { userId, role }: { readonly userId: string; readonly role: Role },
  ): Promise<Member> =>
    store.change(origin, async (tx) => {
      const { workspaceId } = origin.principal;
      const member = await lockMember(tx, { origin, userId, staysAdmin: role === 'admin' });
      if (member.role === role) return member;
      await tx.setRole(workspaceId, userId, role);
      // Who may not invite any more must have no way left to bring somebody in.
      if (member.role === 'admin') await tx.revokeInvitationsOf(workspaceId, userId);
      await tx.audit({
        ...{ workspaceId, action: 'member.role_changed', target: { kind: 'member', id: userId } },
        ...{ before: { role: asIs(member.role) }, after: { role: asIs(role) } },
      });
      return { ...member, role };
    });

export const makeRemoveMember =
  ({ store }: Deps) =>
  /** @throws AppError NOT_FOUND, LAST_ADMIN, FORBIDDEN. */
  (origin: AdminOrigin, userId: string): Promise<void> =>
    store.change(origin, async (tx) => {
      const { workspaceId } = origin.principal;
      const { role, email } = await lockMember(tx, { origin, userId, staysAdmin: false });
      await tx.removeMember(workspaceId, userId);
      await tx.audit({
        ...{ workspaceId, action: 'member.removed', target: { kind: 'member', id: userId } },
        before: { role: asIs(role), email },
      });
    });

interface Wanted {
  readonly origin: AdminOrigin;
  readonly userId: string;
  readonly staysAdmin: boolean;
}

/** The member that an admin, who is still one, wants to change. */
async function lockMember(
  tx: PeopleChange,
  { origin, userId, staysAdmin }: Wanted,
): Promise<Member> {
  const members = await tx.lockMembers(origin.principal.workspaceId);
  const member = members.find((each) => each.userId === userId);
  if (!member) throw new AppError('NOT_FOUND', 'There is no member with this id.');
  if (!staysAdmin && isLastAdmin(members, userId)) {
    throw new AppError('LAST_ADMIN', 'The last admin of a workspace stays one.');
  }
  // Another admin may have been quicker, after this request was let in.
  if (!isAdmin(members, origin.principal.userId)) {
    throw new AppError('FORBIDDEN', 'You are not an admin any more.');
  }
  return member;
}
