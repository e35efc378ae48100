import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import { type Invitation, isFor } from '../../domain/people/invitation.ts';
import {
  makeUser,
  type NewAccountDeps,
  originOf,
  startSession,
  type Whence,
} from './new-account.ts';
import type { NewUser, PeopleChange, PeopleStore } from './people-store.ts';

interface Deps extends NewAccountDeps {
  readonly store: Pick<PeopleStore, 'change' | 'findInvitation'>;
}

/** Who accepts: somebody who is signed in, or who makes an account by it. */
export type Accepting =
  | { readonly kind: 'user'; readonly id: string; readonly email: string; readonly session: string }
  | {
      readonly kind: 'newcomer';
      readonly name: string | null;
      readonly email: string | null;
      readonly password: string | null;
    };

export interface Accepted {
  readonly workspaceId: string;
  /** The token of the session that was begun by it; null where none was. */
  readonly session: string | null;
  readonly needsVerification: boolean;
}

export const makeAcceptInvitation =
  (deps: Deps) =>
  /** @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, UNAUTHENTICATED, VALIDATION_FAILED. */
  async (token: string, accepting: Accepting, whence: Whence): Promise<Accepted> => {
    // Before a password is hashed for nothing.
    const invitation = await deps.store.findInvitation(token);
    if (!invitation) throw noInvitation();
    const { workspaceId, role } = invitation;
    const originFor = ({ id: userId, email }: Joining['user']) =>
      originOf({ workspaceId, userId, email, role }, whence);
    if (accepting.kind === 'user') {
      await deps.store.change(originFor(accepting), async (tx) => {
        await joinBy(tx, token, { workspaceId, user: accepting, now: deps.now });
        await tx.switchSession(accepting.session, workspaceId);
      });
      return { workspaceId, session: null, needsVerification: false };
    }
    const user = await newcomer(deps, accepting, invitation);
    const session = await deps.store.change(originFor(user), async (tx) => {
      if (!(await tx.insertUser(user))) throw accountExists();
      await joinBy(tx, token, { workspaceId, user, now: deps.now });
      return startSession(tx, { user, whence, deps });
    });
    deps.mails?.verifyAddress(user);
    return { workspaceId, session, needsVerification: deps.mails !== null };
  };

interface Joining {
  readonly workspaceId: string;
  readonly user: { readonly id: string; readonly email: string };
  readonly now: () => Date;
}

async function joinBy(
  tx: PeopleChange,
  token: string,
  { workspaceId, user, now }: Joining,
): Promise<void> {
  // One that is being erased gets no member any more.
  await tx.hold(workspaceId);
  const invitation = await tx.takeInvitation(token);
  if (!invitation) throw noInvitation();
  if (!isFor(invitation, user.email)) throw forAnother();
  const { id: invitationId, role } = invitation;
  const member = { workspaceId, userId: user.id, role, joinedAt: now() };
  if (!(await tx.addMember(member))) {
    throw new AppError('CONFLICT', 'You are a member of this workspace already.');
  }
  await tx.audit({
    ...{ workspaceId, action: 'member.joined', target: { kind: 'member', id: user.id } },
    after: { role: asIs(role), email: user.email, invitationId: asIs(invitationId) },
  });
}

async function newcomer(
  deps: Deps,
  { name, password, ...given }: Extract<Accepting, { kind: 'newcomer' }>,
  invitation: Pick<Invitation, 'email'>,
): Promise<NewUser> {
  if (name === null && password === null) {
    throw new AppError('UNAUTHENTICATED', 'Sign in, or give a name and a password.');
  }
  const email = given.email ?? invitation.email;
  if (name === null || password === null || email === null) {
    const fields = Object.entries({ name, password, email }).filter(([, value]) => value === null);
    throw new AppError('VALIDATION_FAILED', 'The request is not valid.', {
      fields: Object.fromEntries(fields.map(([field]) => [field, 'Required.'])),
    });
  }
  // Before anything is said of whether that one has an account.
  if (!isFor(invitation, email)) throw forAnother();
  return makeUser(deps, { name, email, password });
}

function noInvitation(): AppError {
  return new AppError('NOT_FOUND', 'This invitation is not good any more.');
}

function forAnother(): AppError {
  return new AppError('FORBIDDEN', 'This invitation is for another e-mail address.');
}

function accountExists(): AppError {
  return new AppError('CONFLICT', 'There is an account with this e-mail address: sign in first.');
}
