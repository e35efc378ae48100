import type { Role } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import {
  INVITATION_MS,
  type ListedInvitation,
  normalEmail,
} from '../../domain/people/invitation.ts';
import { isAdmin } from '../../domain/people/members.ts';
import type { AdminOrigin } from './change-member.ts';
import type { PeopleStore } from './people-store.ts';

interface Deps {
  readonly store: Pick<PeopleStore, 'change'>;
  readonly newId: () => string;
  /** 256 random bits. */
  readonly newSecret: () => string;
  readonly now: () => Date;
}

export interface InvitationWanted {
  readonly email: string | null;
  readonly role: Role;
}

export const makeInvite =
  ({ store, newId, newSecret, now }: Deps) =>
  /** @returns the invitation with its token, which is kept nowhere. */
  (
    origin: AdminOrigin,
    { email, role }: InvitationWanted,
  ): Promise<ListedInvitation & { readonly token: string }> =>
    store.change(origin, async (tx) => {
      const { workspaceId, userId, email: createdBy } = origin.principal;
      if (!isAdmin(await tx.lockMembers(workspaceId), userId)) {
        throw new AppError('FORBIDDEN', 'You are not an admin any more.');
      }
      const createdAt = now();
      const invitation = {
        ...{ id: newId(), token: newSecret(), workspaceId, role, createdAt },
        email: email === null ? null : normalEmail(email),
        expiresAt: new Date(createdAt.getTime() + INVITATION_MS),
      };
      await tx.insertInvitation({ ...invitation, createdBy: userId });
      await tx.audit({
        ...{ workspaceId, action: 'invitation.created' },
        target: { kind: 'invitation', id: invitation.id },
        after: { role: asIs(role), email: invitation.email },
      });
      return { ...invitation, createdBy };
    });

export const makeRevokeInvitation =
  ({ store }: Pick<Deps, 'store'>) =>
  /** @throws AppError NOT_FOUND. */
  (origin: AdminOrigin, id: string): Promise<void> =>
    store.change(origin, async (tx) => {
      const { workspaceId } = origin.principal;
      const revoked = await tx.removeInvitation(workspaceId, id);
      if (!revoked) throw new AppError('NOT_FOUND', 'There is no invitation with this id.');
      await tx.audit({
        ...{ workspaceId, action: 'invitation.revoked', target: { kind: 'invitation', id } },
        before: { role: asIs(revoked.role), email: revoked.email },
      });
    });
