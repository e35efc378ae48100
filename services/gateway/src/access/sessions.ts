import { AppError } from '@output-review/errors';

import type { Context } from '../context.ts';
import { type FoundSession, cookieValues } from './callers.pure.ts';
import type { Headers } from './requests.ts';
import { findActingSession } from './sessions.sql.ts';

// A browser has one, and sometimes an older one of another path.
const TOKENS_MAX = 3;

/**
 * The tokens of cookies that we signed, without duplicates. Limited to what a browser may have, because a header has
 * room for a hundred and each costs a lookup. Cookies planted by others do not count.
 */
export function tokensIn(cookie: Context['cookie'], values: readonly string[]): readonly string[] {
  const tokens = new Set<string>();
  for (const value of values) {
    const token = cookie.open(value);
    if (token !== null) tokens.add(token);
    if (tokens.size === TOKENS_MAX) break;
  }
  return [...tokens];
}

/** The first session found for one of the cookies. */
export async function findSession(
  { db, clock, cookie }: Context,
  values: readonly string[],
): Promise<FoundSession | null> {
  for (const token of tokensIn(cookie, values)) {
    const session = await findActingSession(db, token, clock.now());
    if (session) return session;
  }
  return null;
}

/** The session of a request that was authenticated with a session cookie. @throws AppError UNAUTHENTICATED. */
export async function sessionOf(ctx: Context, headers: Headers): Promise<FoundSession> {
  const session = await findSession(ctx, cookiesOf(ctx, headers));
  // It may have ended in the meantime.
  if (!session) throw new AppError('UNAUTHENTICATED', 'The session is not valid.');
  return session;
}

/** Every value of the session cookie in the request. */
export function cookiesOf(
  { cookie }: Pick<Context, 'cookie'>,
  headers: Headers,
): readonly string[] {
  const header = headers['cookie'];
  return typeof header === 'string' ? cookieValues(header, cookie.name) : [];
}

/**
 * Refuses a write from a page of another origin that carries our cookie.
 *
 * Browsers send Origin with every such write, so a write without Origin comes from none of our pages.
 */
export function requireOrigin({ listener }: Pick<Context, 'listener'>, { origin }: Headers): void {
  if (typeof origin === 'string' && listener.address.origins.has(origin)) return;
  throw new AppError(
    'FORBIDDEN',
    'Writes with a session cookie must have an Origin header with the URL of this installation.',
  );
}

/**
 * Refuses a call from a page of another origin that needs no cookie: such a page may use a stolen token or DNS
 * rebinding. Programs send no Origin.
 */
export function requireOriginIfNamed(
  { listener }: Pick<Context, 'listener'>,
  { origin }: Headers,
): void {
  if (typeof origin !== 'string' || listener.address.origins.has(origin)) return;
  throw new AppError(
    'FORBIDDEN',
    'A request with an Origin header must come from the URL of this installation.',
  );
}
