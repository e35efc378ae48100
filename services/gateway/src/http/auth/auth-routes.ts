import { getSession, signIn, signOut } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { SignInOutcome, SignInTry } from '../../domain/access/sign-in.ts';
import type { IdentifyDeps } from '../door/identify.ts';
import type { KnownBrowserCookie } from '../door/known-browser-cookie.ts';
import type { LimitSignIns } from '../door/limit-sign-ins.ts';
import { cookiesOf, requireOrigin, sessionOf, whenceOf } from './request-session.ts';

/** What the routes need of passwords and sessions. */
export interface SignInDeps extends IdentifyDeps {
  readonly accounts: { signIn(attempt: SignInTry): Promise<SignInOutcome> };
  readonly sessions: IdentifyDeps['sessions'] & { end(token: string): Promise<void> };
  readonly limitSignIns: LimitSignIns;
  readonly knownBrowser: KnownBrowserCookie;
  readonly now: () => Date;
}

export const makeAuthRoutes = (deps: SignInDeps): readonly Route[] => [
  implement(signIn, async ({ body, headers, ...request }) => {
    // Else a foreign page could sign its visitor in as somebody else.
    if (headers['origin'] !== undefined) requireOrigin(deps, headers);
    const { email, password, rememberMe: isRemembered = true } = body;
    const { clientAddress: address, userAgent } = whenceOf({ headers, ...request });
    const cookies = typeof headers['cookie'] === 'string' ? headers['cookie'] : '';
    const browser = deps.knownBrowser.open(cookies, { email, now: deps.now() });
    const attempt = { email, password, isRemembered, address, userAgent };
    const outcome = await deps.limitSignIns({ account: email, address, browser }, () =>
      deps.accounts.signIn(attempt),
    );
    if (outcome.kind === 'unverified') {
      throw new AppError('FORBIDDEN', 'Open the link first that was mailed to this address.');
    }
    const { token, user } = outcome;
    return {
      status: 200,
      headers: {
        'Set-Cookie': [
          deps.cookie.write(token, { isRemembered }),
          // A browser that is to forget its person is none of theirs.
          ...(isRemembered ? [deps.knownBrowser.write({ email, now: deps.now() })] : []),
        ],
      },
      body: { ok: true, user },
    };
  }),

  implement(signOut, async ({ headers }) => {
    const values = cookiesOf(deps, headers);
    if (values.length > 0) requireOrigin(deps, headers);
    for (const value of values) {
      const token = deps.cookie.open(value);
      if (token !== null) await deps.sessions.end(token);
    }
    return { status: 200, headers: { 'Set-Cookie': deps.cookie.drop() }, body: { ok: true } };
  }),

  implement(getSession, async ({ headers }) => {
    const session = await sessionOf(deps, headers);
    return {
      status: 200,
      body: {
        user: { id: session.userId, name: session.userName, email: session.email },
        session: { expiresAt: session.expiresAt.toISOString() },
        workspace: { id: session.workspaceId, name: session.workspaceName, role: session.role },
      },
    };
  }),
];
