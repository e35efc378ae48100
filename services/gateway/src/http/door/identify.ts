import {
  mayCall,
  namesWorkspace,
  type Operation,
  type TokenPrincipal,
  type UserPrincipal,
  WORKSPACE_HEADER,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { AppContext, AssertionIssuer, Identify } from '@output-review/runtime';

import {
  type FoundSession,
  type FoundToken,
  tokenPrincipal,
  userPrincipal,
} from '../../domain/access/callers.ts';
import { credentialOf } from '../../domain/access/credential.ts';
import type { PublicAddress } from '../../domain/access/public-address.ts';
import { requireOwnOrigin } from './require-own-origin.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface IdentifyDeps {
  readonly cookie: SessionCookie;
  readonly address: () => PublicAddress;
  readonly tokens: { find(token: string): Promise<FoundToken | null> };
  readonly sessions: {
    find(token: string): Promise<FoundSession | null>;
    slide(session: FoundSession): Promise<boolean>;
  };
  readonly assertions: AssertionIssuer;
  /** @throws AppError RATE_LIMITED. */
  readonly limit: (
    operation: Operation,
    principal: TokenPrincipal | UserPrincipal,
  ) => Promise<void>;
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Identifies a caller from outside, by token or by session cookie, and vouches for it inside. Who may
 * not call the operation, or calls too often, gets no further.
 */
export function makeIdentify(deps: IdentifyDeps): Identify {
  return async (ctx, operation) => {
    const principal = await findPrincipal(deps, ctx, operation);
    if (!mayCall(operation, principal)) {
      throw new AppError('FORBIDDEN', 'This credential may not do that.');
    }
    await deps.limit(operation, principal);
    return { principal, assertion: await deps.assertions.issue(principal, operation) };
  };
}

async function findPrincipal(
  deps: IdentifyDeps,
  ctx: AppContext,
  operation: Operation,
): Promise<TokenPrincipal | UserPrincipal> {
  const credential = credentialOf(ctx.headers, deps.cookie.name);
  if (credential.kind === 'token' && takesTokens(operation)) {
    const found = await deps.tokens.find(credential.token);
    if (!found) throw new AppError('UNAUTHENTICATED', 'The token is not valid.');
    if (isTurnedOff(operation, found)) {
      throw new AppError('FORBIDDEN', 'This workspace lets no token decide.');
    }
    return tokenPrincipal(found);
  }
  if (credential.kind === 'session' && takesSessions(operation)) {
    const session = await findSession(deps, credential.cookies);
    if (!session) throw new AppError('UNAUTHENTICATED', 'The session is not valid.');
    if (!SAFE_METHODS.has(ctx.method)) requireOwnOrigin(ctx.headers.origin, deps.address());
    ctx.set(WORKSPACE_HEADER, session.workspaceId);
    if (namesWorkspace(operation)) requireSameWorkspace(ctx.get(WORKSPACE_HEADER), session);
    if (await deps.sessions.slide(session)) {
      ctx.append('Set-Cookie', deps.cookie.write(session.token, session));
    }
    return userPrincipal(session);
  }
  throw new AppError('UNAUTHENTICATED', wanted(operation));
}

/**
 * A page is of one workspace, and another tab may switch the session to a second: what was meant for the
 * first must not happen there. The caller goes on in the workspace that was compared here.
 */
function requireSameWorkspace(named: string, { workspaceId }: FoundSession): void {
  if (named === '' || named === workspaceId) return;
  throw new AppError(
    'WORKSPACE_CHANGED',
    'Your session acts in another workspace by now; nothing was done.',
  );
}

/** The first session that one of the cookies leads to. */
export async function findSession(
  { cookie, sessions }: Pick<IdentifyDeps, 'cookie' | 'sessions'>,
  values: readonly string[],
): Promise<FoundSession | null> {
  for (const value of values) {
    const token = cookie.open(value);
    const session = token === null ? null : await sessions.find(token);
    if (session) return session;
  }
  return null;
}

function isTurnedOff({ access }: Operation, { tokensMayDecide }: FoundToken): boolean {
  return (
    typeof access === 'object' && access.tokenSetting === 'tokensMayDecide' && !tokensMayDecide
  );
}

function takesTokens({ access }: Operation): boolean {
  return typeof access === 'object' && access.scope !== null;
}

function takesSessions({ access }: Operation): boolean {
  return typeof access === 'object' && access.role !== null;
}

function wanted(operation: Operation): string {
  if (!takesTokens(operation)) return 'Sign in first.';
  return takesSessions(operation)
    ? 'A token in the Authorization header, or a session, is required.'
    : 'A token in the Authorization header is required.';
}
