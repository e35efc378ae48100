import { getSession, signIn, signOut } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { SESSION_MS } from '../../domain/access/callers.ts';
import type { IdentifyDeps } from '../door/identify.ts';
import { cookiesOf, requireOrigin, sessionOf, whenceOf } from './request-session.ts';

/** What the routes need of passwords and sessions. */
export interface SignInDeps extends IdentifyDeps {
  readonly accounts: {
    signIn(attempt: {
      readonly email: string;
      readonly password: string;
      readonly address: string | null;
      readonly userAgent: string | null;
    }): Promise<{
      readonly token: string;
      readonly user: { readonly id: string; readonly name: string; readonly email: string };
    }>;
  };
  readonly sessions: IdentifyDeps['sessions'] & { end(token: string): Promise<void> };
  /** @throws AppError RATE_LIMITED where an address is tried too often. */
  readonly limitSignIns: (email: string) => Promise<void>;
}

export const makeAuthRoutes = (deps: SignInDeps): readonly Route[] => [
  implement(signIn, async ({ body, headers, ...request }) => {
    // Else a foreign page could sign its visitor in as somebody else.
    if (headers['origin'] !== undefined) requireOrigin(deps, headers);
    await deps.limitSignIns(body.email);
    const whence = whenceOf({ headers, ...request });
    const { token, user } = await deps.accounts.signIn({
      email: body.email,
      password: body.password,
      ...{ address: whence.clientAddress, userAgent: whence.userAgent },
    });
    return {
      status: 200,
      headers: { 'Set-Cookie': deps.cookie.write(token, SESSION_MS) },
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
