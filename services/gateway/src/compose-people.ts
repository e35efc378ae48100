import { newId, type Route } from '@output-review/runtime';

import { makeMailer } from './clients/mailer.ts';
import { composeMakeLink, composePasswords } from './compose-passwords.ts';
import { linkOf } from './domain/people/link-address.ts';
import { makeAuthRoutes } from './http/auth/auth-routes.ts';
import { makeSessionRoutes } from './http/auth/session-routes.ts';
import { makeSignUpRoutes } from './http/auth/sign-up-route.ts';
import { makeAcceptInvitationRoute } from './http/members/accept-invitation-route.ts';
import { makeInvitationRoutes } from './http/members/invitation-routes.ts';
import { makeMemberRoutes } from './http/members/member-routes.ts';
import { makeWorkspaceRoutes } from './http/workspaces/workspace-routes.ts';
import { newSecret } from './new-secret.ts';
import type { PeopleParts } from './people-parts.ts';
import { makePeopleStore } from './store/people/people-rows.ts';
import {
  endSession,
  endSessions,
  listSessions,
  switchWorkspace,
} from './store/people/sessions-of-user.ts';
import { workspacesOf } from './store/people/workspaces.ts';
import { makeAcceptInvitation } from './use-cases/people/accept-invitation.ts';
import { makeAccountMails } from './use-cases/people/account-mails.ts';
import { makeChangeMember, makeRemoveMember } from './use-cases/people/change-member.ts';
import { makeInvite, makeRevokeInvitation } from './use-cases/people/invite.ts';
import { makeSignUp } from './use-cases/people/sign-up.ts';

/** Puts together everything about users, their sessions and where they belong. */
export function composePeople(parts: PeopleParts): readonly Route[] {
  const { database, signIn, accounts, options } = parts;
  const now = (): Date => options.clock.now();
  const store = makePeopleStore({ database, change: parts.change, newId, now });
  const mails = composeMails(parts);
  const { hashPassword } = accounts;
  const deps = { store, newId, newSecret, now, hashPassword, mails };
  const signUp = options.isSignUpOpen ? makeSignUp(deps) : null;
  return [
    ...makeAuthRoutes(signIn),
    ...makeSignUpRoutes({ ...signIn, signUp, sendsMails: mails !== null }),
    ...composePasswords({ ...parts, ...deps, mails }),
    ...composeSessions(parts),
    ...makeMemberRoutes({
      store,
      changeMember: makeChangeMember(deps),
      removeMember: makeRemoveMember(deps),
    }),
    ...makeInvitationRoutes({
      store,
      invite: makeInvite(deps),
      revokeInvitation: makeRevokeInvitation(deps),
      linkOfInvitation: (token) => linkOf(signIn.address().url, 'invitation', token),
    }),
    makeAcceptInvitationRoute({
      ...signIn,
      userOfSession: (token) => signIn.sessions.userOf(token),
      accept: makeAcceptInvitation(deps),
    }),
  ];
}

function composeMails({ options, database, closers, signIn }: PeopleParts) {
  const { mail, log, clock } = options;
  if (!mail) return null;
  const mailer = makeMailer({ ...mail, log });
  closers.add('mails', () => mailer.close());
  const makeLink = composeMakeLink(database, clock);
  const publicUrl = (): string => signIn.address().url;
  return makeAccountMails({
    post: mailer.post,
    makeLink: async (userId, purpose) => (await makeLink(userId, purpose)).token,
    linkOf: (purpose, token) => linkOf(publicUrl(), purpose, token),
    publicUrl,
  });
}

function composeSessions({ database, signIn, options }: PeopleParts): readonly Route[] {
  return [
    ...makeSessionRoutes({
      ...signIn,
      listSessions: (userId) => listSessions(database, userId, options.clock.now()),
      endSession: (userId, id) => endSession(database, userId, id),
      endSessions: (userId) => endSessions(database, userId),
    }),
    ...makeWorkspaceRoutes({
      ...signIn,
      workspacesOf: (userId) => workspacesOf(database, userId),
      switchWorkspace: (token, workspaceId) => switchWorkspace(database, token, workspaceId),
    }),
  ];
}
