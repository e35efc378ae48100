import {
  changePassword,
  getSession,
  getSignUp,
  INTERNAL_OPERATIONS,
  listSessions,
  requestPasswordReset,
  resetPassword,
  revokeSession,
  revokeSessions,
  sendVerificationEmail,
  signIn,
  signOut,
  signUp,
  verifyEmail,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { KnownSession } from '../access/callers.pure.ts';
import type { WantedMail } from '../access/limiter.ts';
import { clientInfoOf, type Headers } from '../access/requests.ts';
import {
  cookiesOf,
  requireOrigin,
  requireOriginIfNamed,
  sessionOf,
  tokensIn,
} from '../access/sessions.ts';
import { type Context, route } from '../context.ts';
import { findUserByEmail } from './accounts.sql.ts';
import { makeAccount, trySignIn } from './accounts.ts';
import { mailPasswordReset, mailVerification } from './mails.ts';
import {
  confirmAddress,
  linkForPassword,
  replacePassword,
  resetForgottenPassword,
} from './passwords.ts';
import { normalEmail } from './people.pure.ts';
import { endSessionOf, sessionsOf } from './sessions.sql.ts';
import { revokeSessions as revoke } from './sessions.ts';

/** Users, their sessions and passwords. */
export const accountRoutes = [
  route(signIn, async (ctx, { body, headers, ...request }) => {
    // Otherwise a foreign page could sign its visitor in as another user.
    requireOriginIfNamed(ctx, headers);
    const { email, password, rememberMe: isRemembered = true } = body;
    const { clientAddress: address, userAgent } = clientInfoOf({ headers, ...request });
    const cookies = typeof headers['cookie'] === 'string' ? headers['cookie'] : '';
    const browser = ctx.knownBrowser.open(cookies, { email, now: ctx.clock.now() });
    const attempt = { email, password, browser, isRemembered, address, userAgent };
    const { token, user } = await trySignIn(ctx, attempt);
    return {
      status: 200,
      headers: {
        'Set-Cookie': [
          ctx.cookie.write(token, { isRemembered }),
          // A browser that forgets the user is not marked as known.
          ...(isRemembered ? [ctx.knownBrowser.write({ email, now: ctx.clock.now() })] : []),
        ],
      },
      body: { ok: true, user },
    };
  }),

  route(signOut, async (ctx, { headers }) => {
    const values = cookiesOf(ctx, headers);
    if (values.length > 0) requireOrigin(ctx, headers);
    for (const token of tokensIn(ctx.cookie, values)) await endSessionOf(ctx.db, token);
    return { status: 200, headers: { 'Set-Cookie': ctx.cookie.drop() }, body: { ok: true } };
  }),

  route(getSession, async (ctx, { headers }) => {
    const session = await sessionOf(ctx, headers);
    return {
      status: 200,
      body: {
        user: { id: session.userId, name: session.userName, email: session.email },
        session: { expiresAt: session.expiresAt.toISOString() },
        workspace: { id: session.workspaceId, name: session.workspaceName, role: session.role },
      },
    };
  }),

  route(listSessions, async (ctx, { headers }) => {
    const { userId, token } = await sessionOf(ctx, headers);
    const sessions = await sessionsOf(ctx.db, userId, ctx.clock.now());
    return { status: 200, body: sessions.map((session) => presentSession(session, token)) };
  }),

  route(revokeSession, async (ctx, { body, ...request }) => {
    await revoke(ctx, request, body.id);
    return { status: 200, body: { ok: true } };
  }),

  route(revokeSessions, async (ctx, request) => {
    await revoke(ctx, request, null);
    return { status: 200, headers: { 'Set-Cookie': ctx.cookie.drop() }, body: { ok: true } };
  }),

  route(getSignUp, async ({ isSignUpOpen }) => ({ status: 200, body: { isOpen: isSignUpOpen } })),

  route(signUp, async (ctx, { body, headers, ...request }) => {
    requireOriginIfNamed(ctx, headers);
    if (!ctx.isSignUpOpen) {
      throw new AppError('FORBIDDEN', 'Sign-up is closed on this installation.');
    }
    const { clientAddress: address } = request;
    await ctx.limiter.limitTries(address);
    if (ctx.mailer) await ctx.limiter.limitMails({ kind: 'sign-up', email: body.email, address });
    const wanted = { ...body, workspaceName: body.workspaceName ?? null };
    const signedUp = await makeAccount(ctx, wanted, clientInfoOf({ headers, ...request }));
    if (signedUp.kind === 'to-be-verified') {
      return { status: 200, body: { ok: true, user: null, needsVerification: true } };
    }
    const { session, user } = signedUp;
    return {
      status: 200,
      headers: {
        'Set-Cookie': [
          ctx.cookie.write(session, { isRemembered: true }),
          ctx.knownBrowser.write({ email: user.email, now: ctx.clock.now() }),
        ],
      },
      body: {
        ok: true,
        user: { id: user.id, name: user.name, email: user.email },
        needsVerification: false,
      },
    };
  }),

  route(changePassword, async (ctx, { body, headers, ...request }) => {
    const { userAgent } = clientInfoOf({ headers, ...request });
    const { isRemembered } = await sessionOf(ctx, headers);
    const change = { ...body, userAgent, isRemembered };
    const { userId, email } = request.principal;
    // A session counts like a known browser.
    const tried = { account: email, address: request.clientAddress, browser: `user/${userId}` };
    const token = await ctx.limiter.whileSigningIn(tried, () =>
      replacePassword(ctx, request, change),
    );
    const cookie = ctx.cookie.write(token, { isRemembered });
    return { status: 200, headers: { 'Set-Cookie': cookie }, body: { ok: true } };
  }),

  route(requestPasswordReset, async (ctx, { body, headers, clientAddress }) => {
    const { email } = body;
    await requireMails(ctx, headers, { kind: 'reset-password', email, address: clientAddress });
    const user = await findUserByEmail(ctx.db, normalEmail(body.email));
    if (user) mailPasswordReset(ctx, user);
    return { status: 200, body: { ok: true } };
  }),

  route(resetPassword, async (ctx, { body, headers, ...request }) => {
    requireOriginIfNamed(ctx, headers);
    await ctx.limiter.limitTries(request.clientAddress);
    await resetForgottenPassword(ctx, body, clientInfoOf({ headers, ...request }));
    return { status: 200, body: { ok: true } };
  }),

  route(sendVerificationEmail, async (ctx, { body, headers, clientAddress }) => {
    const { email } = body;
    await requireMails(ctx, headers, { kind: 'verify-email', email, address: clientAddress });
    const user = await findUserByEmail(ctx.db, normalEmail(body.email));
    if (user && !user.isVerified) mailVerification(ctx, user);
    return { status: 200, body: { ok: true } };
  }),

  route(verifyEmail, async (ctx, { query, clientAddress }) => {
    await ctx.limiter.limitTries(clientAddress);
    await confirmAddress(ctx, query.token);
    return { status: 200, body: { ok: true } };
  }),
];

/** Called by the operator's commands on the internal listener. */
export const passwordLinkRoute = route(
  INTERNAL_OPERATIONS.makePasswordLink,
  async (ctx, { body }) => ({ status: 200, body: await linkForPassword(ctx, body.email) }),
);

function presentSession(
  { id, token, createdAt, lastUsedAt, expiresAt, address, userAgent }: KnownSession,
  current: string,
) {
  return {
    ...{ id, isCurrent: token === current },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...{ address, userAgent },
  };
}

/** The answer is the same for every address, so that it reveals nothing about accounts. */
async function requireMails(ctx: Context, headers: Headers, wanted: WantedMail): Promise<void> {
  requireOriginIfNamed(ctx, headers);
  if (!ctx.mailer) {
    throw new AppError(
      'FORBIDDEN',
      'This installation sends no emails. Ask its operator for a link.',
    );
  }
  await ctx.limiter.limitMails(wanted);
}
