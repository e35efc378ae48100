import { AppError } from '@output-review/errors';
import { type Clock, type Database, newId, type Route } from '@output-review/runtime';

import { normalEmail } from './domain/people/invitation.ts';
import { linkOf } from './domain/people/link-address.ts';
import { makePasswordLinkRoute } from './http/auth/password-link-route.ts';
import { makePasswordRoutes } from './http/auth/password-routes.ts';
import { newSecret } from './new-secret.ts';
import type { PeopleParts } from './people-parts.ts';
import { findAddressee, findUserByEmail, insertLink, markVerified } from './store/people/links.ts';
import { workspacesOf } from './store/people/workspaces.ts';
import type { PasswordMails } from './use-cases/people/account-mails.ts';
import { makeChangePassword } from './use-cases/people/change-password.ts';
import { type MakeLink, makeMakeLink } from './use-cases/people/make-link.ts';
import type { PeopleStore } from './use-cases/people/people-store.ts';
import { makeResetPassword } from './use-cases/people/reset-password.ts';

interface PasswordParts extends Pick<PeopleParts, 'database' | 'signIn' | 'accounts'> {
  readonly store: PeopleStore;
  readonly newSecret: () => string;
  readonly now: () => Date;
  readonly mails: PasswordMails | null;
}

/** Puts together how passwords are changed and addresses proven. */
export function composePasswords(parts: PasswordParts): readonly Route[] {
  const { database, signIn, accounts, now } = parts;
  const deps = { ...parts, ...accounts };
  return makePasswordRoutes({
    ...signIn,
    mails: parts.mails,
    findUser: (email) => findUserByEmail(database, normalEmail(email)),
    changePassword: makeChangePassword(deps),
    resetPassword: makeResetPassword({
      ...deps,
      findAddressee: (token) =>
        findAddressee(database, { purpose: 'reset-password', token }, now()),
      workspacesOf: (userId) => workspacesOf(database, userId),
    }),
    async verifyEmail(token) {
      const user = await findAddressee(database, { purpose: 'verify-email', token }, now());
      if (user) await markVerified(database, user.id);
      return user !== null;
    },
  });
}

/** Makes links for users of a database. */
export function composeMakeLink(database: Database, clock: Clock): MakeLink {
  const now = (): Date => clock.now();
  return makeMakeLink({ newId, newSecret, now, insert: (link) => insertLink(database, link) });
}

interface PasswordLinkParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Null until the public door is open. */
  readonly publicUrl: () => string | null;
}

/** Has the operator make links for new passwords, by the internal door. */
export function composePasswordLinks({ database, clock, publicUrl }: PasswordLinkParts): Route {
  const makeLink = composeMakeLink(database, clock);
  return makePasswordLinkRoute({
    makeLink: async (email) => {
      const user = await findUserByEmail(database, normalEmail(email));
      return user ? makeLink(user.id, 'reset-password') : null;
    },
    linkOf(token) {
      const url = publicUrl();
      if (url === null) throw new AppError('UNAVAILABLE', 'The public door is not open yet.');
      return linkOf(url, 'reset-password', token);
    },
  });
}
