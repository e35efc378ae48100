import { AppError } from '@output-review/errors';

import type { Context } from '../context.ts';
import { refuseForeignOrigin, requireOwnOrigin } from './address.pure.ts';
import { type FoundSession, sessionCookies } from './callers.pure.ts';
import type { Headers } from './requests.ts';

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

interface Lookup extends Pick<Context, 'cookie'> {
  readonly sessions: Pick<Context['sessions'], 'find'>;
}

/** The first session found for one of the cookies. */
export async function findSession(
  { cookie, sessions }: Lookup,
  values: readonly string[],
): Promise<FoundSession | null> {
  for (const token of tokensIn(cookie, values)) {
    const session = await sessions.find(token);
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
  return typeof header === 'string' ? sessionCookies(header, cookie.name) : [];
}

/** @throws AppError FORBIDDEN if the Origin is missing or not that of our own page. */
export function requireOrigin({ listener }: Pick<Context, 'listener'>, headers: Headers): void {
  const origin = headers['origin'];
  requireOwnOrigin(typeof origin === 'string' ? origin : undefined, listener.address);
}

/** The same for a request that needs no cookie and may come from a program, which sends no Origin. */
export function requireOriginIfNamed(ctx: Pick<Context, 'listener'>, headers: Headers): void {
  const origin = headers['origin'];
  refuseForeignOrigin(typeof origin === 'string' ? origin : undefined, ctx.listener.address);
}
