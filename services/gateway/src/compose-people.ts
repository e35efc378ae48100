import { randomBytes } from 'node:crypto';

import { type Clock, type Database, newId, type Route } from '@output-review/runtime';

import { makeAuthRoutes, type SignInDeps } from './http/auth/auth-routes.ts';
import { makeSessionRoutes } from './http/auth/session-routes.ts';
import { makeSignUpRoute } from './http/auth/sign-up-route.ts';
import { makeAcceptInvitationRoute } from './http/members/accept-invitation-route.ts';
import { makeInvitationRoutes } from './http/members/invitation-routes.ts';
import { makeMemberRoutes } from './http/members/member-routes.ts';
import { makeWorkspaceRoutes } from './http/workspaces/workspace-routes.ts';
import type { AuditedChange } from './store/audited-change.ts';
import type { Accounts } from './store/people/better-auth.ts';
import { makePeopleStore } from './store/people/people-rows.ts';
import type { SessionLookup } from './store/people/session-lookup.ts';
import {
  endSession,
  endSessions,
  listSessions,
  switchWorkspace,
} from './store/people/sessions-of-user.ts';
import { workspacesOf } from './store/people/workspaces.ts';
import { makeAcceptInvitation } from './use-cases/people/accept-invitation.ts';
import { makeChangeMember, makeRemoveMember } from './use-cases/people/change-member.ts';
import { makeInvite, makeRevokeInvitation } from './use-cases/people/invite.ts';
import { makeSignUp } from './use-cases/people/sign-up.ts';

export interface PeopleParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly change: AuditedChange;
  readonly accounts: Pick<Accounts, 'hashPassword'>;
  readonly signIn: SignInDeps & { readonly sessions: SessionLookup };
  readonly isSignUpOpen: boolean;
}

// As many as a token of the API.
const SECRET_BYTES = 32;

/** Puts together everything about users, their sessions and where they belong. */
export function composePeople(parts: PeopleParts): readonly Route[] {
  const { database, clock, signIn } = parts;
  const { sessions, address } = signIn;
  const now = (): Date => clock.now();
  const store = makePeopleStore({ database, change: parts.change, newId, now });
  const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
  const deps = {
    ...{ store, newId, newSecret, now },
    hashPassword: parts.accounts.hashPassword,
    mails: null,
  };
  return [
    ...makeAuthRoutes(signIn),
    makeSignUpRoute({ ...signIn, signUp: parts.isSignUpOpen ? makeSignUp(deps) : null }),
    ...makeSessionRoutes({
      ...signIn,
      listSessions: (userId) => listSessions(database, userId, now()),
      endSession: (userId, id) => endSession(database, userId, id),
      endSessions: (userId) => endSessions(database, userId),
    }),
    ...makeWorkspaceRoutes({
      ...signIn,
      workspacesOf: (userId) => workspacesOf(database, userId),
      switchWorkspace: (token, workspaceId) => switchWorkspace(database, token, workspaceId),
    }),
    ...makeMemberRoutes({
      store,
      changeMember: makeChangeMember(deps),
      removeMember: makeRemoveMember(deps),
    }),
    ...makeInvitationRoutes({
      store,
      invite: makeInvite(deps),
      revokeInvitation: makeRevokeInvitation(deps),
      // Behind the `#`, so that it is in no log and no Referer.
      linkOfInvitation: (token) => `${address().url}/invitation#${token}`,
    }),
    makeAcceptInvitationRoute({
      ...signIn,
      userOfSession: (token) => sessions.userOf(token),
      accept: makeAcceptInvitation(deps),
    }),
  ];
}
