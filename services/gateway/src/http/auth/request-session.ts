import { AppError } from '@output-review/errors';

import type { FoundSession } from '../../domain/access/callers.ts';
import { sessionCookies } from '../../domain/access/credential.ts';
import type { Whence } from '../../use-cases/people/new-account.ts';
import { findSession, type IdentifyDeps } from '../door/identify.ts';
import { requireOwnOrigin } from '../door/require-own-origin.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The session of a request that was identified by it. @throws AppError UNAUTHENTICATED. */
export async function sessionOf(
  deps: Pick<IdentifyDeps, 'cookie' | 'sessions'>,
  headers: Headers,
): Promise<FoundSession> {
  const session = await findSession(deps, cookiesOf(deps, headers));
  // It may have ended since.
  if (!session) throw new AppError('UNAUTHENTICATED', 'The session is not valid.');
  return session;
}

/** Every value that the session cookie was sent with. */
export function cookiesOf(
  { cookie }: Pick<IdentifyDeps, 'cookie'>,
  headers: Headers,
): readonly string[] {
  const header = headers['cookie'];
  return typeof header === 'string' ? sessionCookies(header, cookie.name) : [];
}

/** @throws AppError FORBIDDEN where the request does not say that it comes from our own page. */
export function requireOrigin({ address }: Pick<IdentifyDeps, 'address'>, headers: Headers): void {
  const origin = headers['origin'];
  requireOwnOrigin(typeof origin === 'string' ? origin : undefined, address());
}

/** Whence a request comes; a session is known by it to its user. */
export function whenceOf({ headers, clientAddress, requestId }: Asking): Whence {
  const userAgent = headers['user-agent'];
  return {
    clientAddress,
    userAgent: typeof userAgent === 'string' ? userAgent.slice(0, USER_AGENT_LENGTH_MAX) : null,
    requestId,
  };
}

interface Asking {
  readonly headers: Headers;
  readonly clientAddress: string | null;
  readonly requestId: string;
}

// Longer than any browser's, and no room for whoever wants to fill the table.
const USER_AGENT_LENGTH_MAX = 512;
