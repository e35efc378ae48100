import { AppError } from '@output-review/errors';
import type { Logger } from '@output-review/runtime';
import { betterAuth } from 'better-auth';
import { hashPassword } from 'better-auth/crypto';
import type { Pool } from 'pg';

import { SESSION_MS } from '../../domain/access/callers.ts';

export interface SignedIn {
  /** The token of the session, unsigned. */
  readonly token: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

export interface SignInTry {
  readonly email: string;
  readonly password: string;
  /** Kept with the session, for its user to know it by. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Accounts, as better-auth keeps them. */
export interface Accounts {
  /** @throws AppError UNAUTHENTICATED. */
  signIn(attempt: SignInTry): Promise<SignedIn>;
  hashPassword(password: string): Promise<string>;
}

export interface AccountsOptions {
  /** On the gateway's schema. */
  readonly pool: Pool;
  readonly secret: string;
  readonly log: Logger;
}

// How better-auth is told whence a sign-in comes; found out by the door, so no proxy is asked again.
const ADDRESS_HEADER = 'x-address';
const WHOLE_ADDRESS = 128;

/**
 * Makes the accounts.
 *
 * better-auth is called by its functions and never by its router, so that of all its endpoints only
 * what stands here can be reached. The cookie is written by the door.
 */
export function makeAccounts({ pool, secret, log }: AccountsOptions): Accounts {
  const auth = betterAuth({
    database: pool,
    secret,
    // Of no use without its router; without one it warns.
    baseURL: 'http://127.0.0.1',
    emailAndPassword: { enabled: true, disableSignUp: true },
    session: { expiresIn: SESSION_MS / 1000 },
    // Its own window counts by address and forgets at a restart; the door's does it.
    rateLimit: { enabled: false },
    advanced: { ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: WHOLE_ADDRESS } },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'warn']({ detail: message }, 'accounts'),
    },
  });
  return {
    async signIn({ email, password, ...from }) {
      try {
        const { token, user } = await auth.api.signInEmail({
          body: { email, password },
          headers: headersOf(from),
        });
        return { token, user: { id: user.id, name: user.name, email: user.email } };
      } catch (error) {
        throw isRefusal(error) ? wrongPassword(error) : error;
      }
    },
    hashPassword,
  };
}

function headersOf({ address, userAgent }: Pick<SignInTry, 'address' | 'userAgent'>): Headers {
  const headers = new Headers();
  if (address !== null) headers.set(ADDRESS_HEADER, address);
  if (userAgent !== null) headers.set('user-agent', userAgent);
  return headers;
}

/** Which of the two is wrong is nobody's business who does not know both. */
function wrongPassword(cause: unknown): AppError {
  return new AppError('UNAUTHENTICATED', 'E-mail or password is wrong.', { cause });
}

function isRefusal(error: unknown): boolean {
  const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500;
}
