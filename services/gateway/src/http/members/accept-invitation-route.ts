import { acceptInvitation } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Accepted, Accepting } from '../../use-cases/people/accept-invitation.ts';
import type { Whence } from '../../use-cases/people/new-account.ts';
import { cookiesOf, type Headers, requireOrigin, whenceOf } from '../auth/request-session.ts';
import type { IdentifyDeps } from '../door/identify.ts';
import type { Limiter } from '../door/limits.ts';

export interface AcceptInvitationDeps
  extends Pick<IdentifyDeps, 'address' | 'cookie'>, Pick<Limiter, 'limitTries'> {
  /** The user of a session, also of one who is in no workspace yet. */
  readonly userOfSession: (token: string) => Promise<SignedInUser | null>;
  readonly accept: (token: string, accepting: Accepting, whence: Whence) => Promise<Accepted>;
}

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
}

export const makeAcceptInvitationRoute = (deps: AcceptInvitationDeps): Route =>
  implement(acceptInvitation, async ({ params, body, headers, ...request }) => {
    const signedIn = await signedInUser(deps, headers);
    // Else a foreign page could bring its visitor into a workspace.
    if (signedIn || headers['origin'] !== undefined) requireOrigin(deps, headers);
    if (!signedIn) await deps.limitTries(request.clientAddress);
    const { name = null, email = null, password = null } = body ?? {};
    const accepting = signedIn ?? ({ kind: 'newcomer', name, email, password } as const);
    const whence = whenceOf({ headers, ...request });
    const accepted = await deps.accept(params.token, accepting, whence);
    const { workspaceId, needsVerification, session } = accepted;
    const cookie = session === null ? null : deps.cookie.write(session, { isRemembered: true });
    return {
      status: 200,
      ...(cookie !== null && { headers: { 'Set-Cookie': cookie } }),
      body: { ok: true, workspaceId, needsVerification },
    };
  });

async function signedInUser(
  deps: AcceptInvitationDeps,
  headers: Headers,
): Promise<Extract<Accepting, { kind: 'user' }> | null> {
  for (const value of cookiesOf(deps, headers)) {
    const session = deps.cookie.open(value);
    const user = session === null ? null : await deps.userOfSession(session);
    if (session !== null && user) return { kind: 'user', ...user, session };
  }
  return null;
}
