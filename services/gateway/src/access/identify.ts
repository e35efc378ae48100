import {
  mayCall,
  namesWorkspace,
  type Operation,
  type TokenPrincipal,
  USER_HEADER,
  type UserPrincipal,
  WORKSPACE_HEADER,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { AppContext, Identify, Identity } from '@output-review/runtime';

import type { Context } from '../context.ts';
import {
  type Credential,
  credentialOf,
  type FoundSession,
  type FoundToken,
  tokenPrincipal,
  userPrincipal,
} from './callers.pure.ts';
import { slideSession } from './sessions.sql.ts';
import { findSession, requireOrigin } from './sessions.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Identifies an external caller by token or session cookie and issues an assertion for it. Refuses callers that may not
 * call the operation or that exceed their limit.
 */
export const identifyCaller =
  (ctx: Context): Identify =>
  async (koa, operation, isAgain = false) => {
    const principal = await findPrincipal(ctx, koa, operation);
    if (!isAgain) return admit(ctx, operation, principal);
    requireMayCall(operation, principal);
    return vouchFor(ctx, operation, principal);
  };

/**
 * Issues an assertion for a known caller.
 *
 * @throws AppError FORBIDDEN if it may not call the operation; RATE_LIMITED.
 */
export async function admit(
  ctx: Pick<Context, 'limiter' | 'issuer'>,
  operation: Operation,
  principal: TokenPrincipal | UserPrincipal,
): Promise<Identity> {
  requireMayCall(operation, principal);
  await ctx.limiter.limit(operation, principal);
  return vouchFor(ctx, operation, principal);
}

async function vouchFor(
  { issuer }: Pick<Context, 'issuer'>,
  operation: Operation,
  principal: TokenPrincipal | UserPrincipal,
): Promise<Identity> {
  return { principal, assertion: await issuer.issue(principal, operation) };
}

function requireMayCall(operation: Operation, principal: TokenPrincipal | UserPrincipal): void {
  if (mayCall(operation, principal)) return;
  throw new AppError('FORBIDDEN', 'This credential does not have the required role or scope.');
}

async function findPrincipal(
  ctx: Context,
  koa: AppContext,
  operation: Operation,
): Promise<TokenPrincipal | UserPrincipal> {
  const credential = credentialOf(koa.headers, ctx.cookie.name);
  if (credential.kind === 'token' && takesTokens(operation)) {
    const found = await ctx.tokens.find(credential.token);
    if (!found) throw new AppError('UNAUTHENTICATED', faultOf(credential.token));
    if (isTurnedOff(operation, found)) {
      throw new AppError(
        'FORBIDDEN',
        'Tokens cannot decide in this workspace. An admin can allow it in the settings.',
      );
    }
    return tokenPrincipal(found);
  }
  if (credential.kind === 'session' && takesSessions(operation)) {
    const session = await findSession(ctx, credential.cookies);
    if (!session) throw new AppError('UNAUTHENTICATED', 'The session is not valid.');
    if (!SAFE_METHODS.has(koa.method)) requireOrigin(ctx, koa.headers);
    koa.set(WORKSPACE_HEADER, session.workspaceId);
    koa.set(USER_HEADER, session.userId);
    if (namesWorkspace(operation)) requireSamePage(koa, session);
    if (await slideSession(ctx.db, session, ctx.clock.now())) {
      koa.append('Set-Cookie', ctx.cookie.write(session.token, session));
    }
    return userPrincipal(session);
  }
  throw new AppError('UNAUTHENTICATED', wanted(operation, credential));
}

/**
 * A page belongs to one workspace and one person. Another tab may switch the session or sign in somebody else. A write
 * meant for the first workspace or person must not happen in another. The rest of the call uses the values compared
 * here.
 */
function requireSamePage(koa: AppContext, { workspaceId, userId }: FoundSession): void {
  const workspace = koa.get(WORKSPACE_HEADER);
  requireSame(workspace, { id: workspaceId, else: 'Your session acts in another workspace now' });
  requireSame(koa.get(USER_HEADER), { id: userId, else: 'Somebody else is signed in now' });
}

function requireSame(named: string, found: { readonly id: string; readonly else: string }): void {
  if (named === '' || named === found.id) return;
  throw new AppError(
    'WORKSPACE_CHANGED',
    `${found.else}, so nothing was changed. Reload the page and try again.`,
  );
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

/** @param token blank if the header had none. */
function faultOf(token: string): string {
  return token === ''
    ? 'The Authorization header must be `Bearer`, a space and a token, which begins with `wh-`.'
    : 'The token is not valid.';
}

function wanted(operation: Operation, { kind }: Credential): string {
  if (!takesTokens(operation)) {
    return kind === 'token' ? 'Tokens cannot call this: sign in as a person.' : 'Sign in first.';
  }
  return takesSessions(operation)
    ? 'A token in the Authorization header, or a session, is required.'
    : 'A token in the Authorization header is required.';
}
