import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  verifyEmail,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { Addressee } from '../../domain/people/link.ts';
import type { AdminOrigin } from '../../use-cases/people/change-member.ts';
import type { PasswordChange } from '../../use-cases/people/change-password.ts';
import type { Whence } from '../../use-cases/people/new-account.ts';
import type { PasswordReset } from '../../use-cases/people/reset-password.ts';
import type { IdentifyDeps } from '../door/identify.ts';
import type { Limiter } from '../door/limits.ts';
import { adminOf } from '../members/admin-of.ts';
import type { SignInDeps } from './auth-routes.ts';
import { type Headers, requireOrigin, sessionOf, whenceOf } from './request-session.ts';

export interface PasswordRoutesDeps
  extends
    Pick<IdentifyDeps, 'address' | 'cookie' | 'sessions'>,
    Pick<Limiter, 'limitTries' | 'limitMails'>,
    Pick<SignInDeps, 'limitSignIns'> {
  /** Null where no mails are sent. */
  readonly mails: {
    resetPassword(user: Addressee): void;
    verifyAddress(user: Addressee): void;
  } | null;
  readonly findUser: (email: string) => Promise<Addressee | null>;
  readonly changePassword: (origin: AdminOrigin, change: PasswordChange) => Promise<string>;
  readonly resetPassword: (reset: PasswordReset, whence: Whence) => Promise<void>;
  /** @returns false where the link is not good. */
  readonly verifyEmail: (token: string) => Promise<boolean>;
}

export const makePasswordRoutes = (deps: PasswordRoutesDeps): readonly Route[] => [
  implement(changePassword, async ({ body, headers, ...request }) => {
    const origin = adminOf(request);
    const { userAgent } = whenceOf({ headers, ...request });
    const { isRemembered } = await sessionOf(deps, headers);
    const change = { ...body, userAgent, isRemembered };
    const { userId, email } = origin.principal;
    // Who has a session is known as a browser is.
    const tried = { account: email, address: request.clientAddress, browser: `user/${userId}` };
    const token = await deps.limitSignIns(tried, () => deps.changePassword(origin, change));
    const cookie = deps.cookie.write(token, { isRemembered });
    return { status: 200, headers: { 'Set-Cookie': cookie }, body: { ok: true } };
  }),

  implement(requestPasswordReset, async ({ body, headers, clientAddress }) => {
    const mails = await requireMails(deps, { headers, clientAddress, email: body.email });
    const user = await deps.findUser(body.email);
    if (user) mails.resetPassword(user);
    return { status: 200, body: { ok: true } };
  }),

  implement(resetPassword, async ({ body, headers, ...request }) => {
    if (headers['origin'] !== undefined) requireOrigin(deps, headers);
    await deps.limitTries(request.clientAddress);
    await deps.resetPassword(body, whenceOf({ headers, ...request }));
    return { status: 200, body: { ok: true } };
  }),

  implement(sendVerificationEmail, async ({ body, headers, clientAddress }) => {
    const mails = await requireMails(deps, { headers, clientAddress, email: body.email });
    const user = await deps.findUser(body.email);
    if (user && !user.isVerified) mails.verifyAddress(user);
    return { status: 200, body: { ok: true } };
  }),

  implement(verifyEmail, async ({ query, clientAddress }) => {
    await deps.limitTries(clientAddress);
    if (!(await deps.verifyEmail(query.token))) {
      throw new AppError('NOT_FOUND', 'This link is not good any more: have a new one sent.');
    }
    return { status: 200, body: { ok: true } };
  }),
];

interface MailWanted {
  readonly headers: Headers;
  readonly clientAddress: string | null;
  readonly email: string;
}

/** What is told here is the same for every address, and so says nothing of accounts. */
async function requireMails(
  deps: PasswordRoutesDeps,
  { headers, clientAddress, email }: MailWanted,
): Promise<NonNullable<PasswordRoutesDeps['mails']>> {
  if (headers['origin'] !== undefined) requireOrigin(deps, headers);
  if (!deps.mails) {
    throw new AppError(
      'FORBIDDEN',
      'This installation sends no mails: ask its operator for a link.',
    );
  }
  await deps.limitMails({ email, address: clientAddress });
  return deps.mails;
}
