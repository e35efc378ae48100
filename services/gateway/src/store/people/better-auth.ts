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

/** Accounts, as better-auth keeps them. */
export interface Accounts {
  /** @throws AppError UNAUTHENTICATED. */
  signIn(email: string, password: string): Promise<SignedIn>;
  hashPassword(password: string): Promise<string>;
}

export interface AccountsOptions {
  /** On the gateway's schema. */
  readonly pool: Pool;
  readonly secret: string;
  readonly log: Logger;
}

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
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'warn']({ detail: message }, 'accounts'),
    },
  });
  return {
    async signIn(email, password) {
      try {
        const { token, user } = await auth.api.signInEmail({ body: { email, password } });
        return { token, user: { id: user.id, name: user.name, email: user.email } };
      } catch (error) {
        throw isRefusal(error) ? wrongPassword(error) : error;
      }
    },
    hashPassword,
  };
}

/** Which of the two is wrong is nobody's business who does not know both. */
function wrongPassword(cause: unknown): AppError {
  return new AppError('UNAUTHENTICATED', 'E-mail or password is wrong.', { cause });
}

function isRefusal(error: unknown): boolean {
  const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500;
}
