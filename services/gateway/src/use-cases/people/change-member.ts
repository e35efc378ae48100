import type { Role, UserPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { asIs, type AuditOrigin } from '@output-review/runtime';

import {
  isAdmin,
  isLastAdmin,
  type Member,
  type MemberToken,
} from '../../domain/people/members.ts';
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

export interface Removal {
  readonly userId: string;
  /** Ids of tokens of the member that stay good. */
  readonly keepTokens: readonly string[];
}

export type FormerToken = MemberToken & { readonly revoked: boolean };

export const makeRemoveMember =
  ({ store }: Deps) =>
  /**
   * Removes a member, and revokes the tokens that the member made and knows, but for those that are kept.
   *
   * @returns these tokens.
   * @throws AppError NOT_FOUND, LAST_ADMIN, FORBIDDEN; VALIDATION_FAILED where one to keep is none of them.
   */
  (origin: AdminOrigin, { userId, keepTokens }: Removal): Promise<readonly FormerToken[]> =>
    store.change(origin, async (tx) => {
      const { workspaceId } = origin.principal;
      const { role, email } = await lockMember(tx, { origin, userId, staysAdmin: false });
      const tokens = await tx.tokensOf(workspaceId, userId);
      refuseUnknown(keepTokens, tokens);
      await tx.removeMember(workspaceId, userId);
      const former = tokens.map((each) => ({ ...each, revoked: !keepTokens.includes(each.id) }));
      const revoked = former.filter((each) => each.revoked);
      await tx.revokeTokens(
        workspaceId,
        revoked.map(({ id }) => id),
      );
      await tx.audit({
        ...{ workspaceId, action: 'member.removed', target: { kind: 'member', id: userId } },
        before: { role: asIs(role), email },
      });
      for (const { id, scopes } of revoked) {
        await tx.audit({
          ...{ workspaceId, action: 'token.revoked', target: { kind: 'token', id } },
          before: { scopes: asIs(scopes) },
        });
      }
      return former;
    });

function refuseUnknown(ids: readonly string[], tokens: readonly MemberToken[]): void {
  if (ids.every((id) => tokens.some((token) => token.id === id))) return;
  const keepTokens = 'Names a token that this member did not make, or that is revoked.';
  throw new AppError('VALIDATION_FAILED', 'The request is not valid.', { fields: { keepTokens } });
}

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
