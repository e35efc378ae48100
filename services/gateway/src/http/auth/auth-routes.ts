import { getSession, signIn, signOut, signUp } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
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
  implement(signIn, async ({ body, headers, clientAddress }) => {
    // Else a foreign page could sign its visitor in as somebody else.
    if (headers['origin'] !== undefined) requireOrigin(deps, headers);
    await deps.limitSignIns(body.email);
    const { token, user } = await deps.accounts.signIn({
      email: body.email,
      password: body.password,
      ...whenceOf({ headers, clientAddress }),
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

  // Answers with an error alone, so there is no reply to type.
  implement(signUp, () =>
    Promise.reject(new AppError('FORBIDDEN', 'Signing up is closed on this installation.')),
  ),
];
