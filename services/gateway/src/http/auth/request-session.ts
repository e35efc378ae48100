import { AppError } from '@output-review/errors';

import type { FoundSession } from '../../domain/access/callers.ts';
import { sessionCookies } from '../../domain/access/credential.ts';
import { findSession, type IdentifyDeps } from '../door/identify.ts';
import { requireOwnOrigin } from '../door/require-own-origin.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The session of a request that was identified by it. @throws AppError UNAUTHENTICATED. */
export async function sessionOf(
  deps: Pick<IdentifyDeps, 'cookie' | 'cookiePrefix' | 'sessions'>,
  headers: Headers,
): Promise<FoundSession> {
  const session = await findSession(deps, cookiesOf(deps, headers));
  // It may have ended since.
  if (!session) throw new AppError('UNAUTHENTICATED', 'The session is not valid.');
  return session;
}

/** Every value under which a session cookie was sent. */
export function cookiesOf(
  { cookiePrefix }: Pick<IdentifyDeps, 'cookiePrefix'>,
  headers: Headers,
): readonly string[] {
  const cookie = headers['cookie'];
  return typeof cookie === 'string' ? sessionCookies(cookie, cookiePrefix) : [];
}

/** @throws AppError FORBIDDEN where the request does not say that it comes from our own page. */
export function requireOrigin({ address }: Pick<IdentifyDeps, 'address'>, headers: Headers): void {
  const origin = headers['origin'];
  requireOwnOrigin(typeof origin === 'string' ? origin : undefined, address());
}

/** What a session is known by to its user. */
export interface Whence {
  /** Null where nobody knows. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

export function whenceOf({
  headers,
  clientAddress,
}: {
  readonly headers: Headers;
  readonly clientAddress: string | null;
}): Whence {
  const userAgent = headers['user-agent'];
  return {
    address: clientAddress,
    userAgent: typeof userAgent === 'string' ? userAgent.slice(0, USER_AGENT_LENGTH_MAX) : null,
  };
}

// Longer than any browser's, and no room for whoever wants to fill the table.
const USER_AGENT_LENGTH_MAX = 512;
