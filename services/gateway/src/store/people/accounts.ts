import { AppError } from '@output-review/errors';
import type { Logger } from '@output-review/runtime';
import { betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Pool } from 'pg';

import { SESSION_MS } from '../../domain/access/callers.ts';
import type { SignInOutcome, SignInTry } from '../../domain/access/sign-in.ts';

/** Accounts, as better-auth keeps them. */
export interface Accounts {
  /**
   * Signs in, but for who has to prove the address first.
   *
   * @throws AppError UNAUTHENTICATED.
   */
  signIn(attempt: SignInTry): Promise<SignInOutcome>;
  hashPassword(password: string): Promise<string>;
  /** The hash that a user's password is kept by, where it is this one; else null. */
  checkPassword(userId: string, password: string): Promise<string | null>;
}

/** How passwords are kept. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

export interface AccountsOptions {
  /** Session cookies are signed with it. */
  readonly authSecret: string;
  /** Where mails are sent, nobody signs in whose address is not proven. */
  readonly mail: object | null;
  /** The scrypt of better-auth where it is left out. */
  readonly passwordHasher?: PasswordHasher | undefined;
  readonly log: Logger;
}

const SCRYPT: PasswordHasher = { hash: hashPassword, verify: verifyPassword };

// How better-auth is told whence a sign-in comes; found out by the door, so no proxy is asked again.
const ADDRESS_HEADER = 'x-address';
const WHOLE_ADDRESS = 128;

/**
 * Makes the accounts.
 *
 * better-auth is called by its functions and never by its router, so that of all its endpoints only
 * what stands here can be reached. The cookie is written by the door.
 *
 * @param pool on the gateway's schema.
 */
export function makeAccounts(
  pool: Pool,
  { authSecret, mail, passwordHasher = SCRYPT, log }: AccountsOptions,
): Accounts {
  const auth = betterAuth({
    database: pool,
    secret: authSecret,
    // Of no use without its router; without one it warns.
    baseURL: 'http://127.0.0.1',
    emailAndPassword: {
      ...{ enabled: true, disableSignUp: true },
      requireEmailVerification: mail !== null,
      password: passwordHasher,
    },
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
    async signIn({ email, password, isRemembered, ...from }) {
      const hashBefore = await readHash(pool, email);
      const signedIn = await auth.api
        .signInEmail({ body: { email, password }, headers: headersOf(from) })
        .catch(asUnverified);
      if (signedIn === null) return { kind: 'unverified' };
      const { token, user } = signedIn;
      // A password that is replaced meanwhile ends all sessions, and did not see this one.
      if ((await readHash(pool, email)) !== hashBefore) {
        await pool.query('DELETE FROM session WHERE token = $1', [token]);
        throw wrongPassword();
      }
      if (!isRemembered) {
        await pool.query('UPDATE session SET is_remembered = false WHERE token = $1', [token]);
      }
      const { id, name, email: address } = user;
      return { kind: 'signed-in', token, user: { id, name, email: address } };
    },
    async checkPassword(userId, password) {
      const hash = await readHashOf(pool, userId);
      return hash !== null && (await passwordHasher.verify({ hash, password })) ? hash : null;
    },
    hashPassword: passwordHasher.hash,
  };
}

function headersOf({ address, userAgent }: Pick<SignInTry, 'address' | 'userAgent'>): Headers {
  const headers = new Headers();
  if (address !== null) headers.set(ADDRESS_HEADER, address);
  if (userAgent !== null) headers.set('user-agent', userAgent);
  return headers;
}

async function readHash(pool: Pool, email: string): Promise<string | null> {
  const { rows } = await pool.query<{ password: string }>(
    `SELECT account.password FROM account JOIN "user" ON "user".id = account."userId"
     WHERE "user".email = $1 AND account."providerId" = 'credential'`,
    [email.toLowerCase()],
  );
  return rows[0]?.password ?? null;
}

async function readHashOf(pool: Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ password: string }>(
    `SELECT password FROM account WHERE "userId" = $1 AND "providerId" = 'credential'`,
    [userId],
  );
  return rows[0]?.password ?? null;
}

/** Null for a right password of an address that is not proven. */
function asUnverified(error: unknown): null {
  if (codeOf(error) === 'EMAIL_NOT_VERIFIED') return null;
  throw isRefusal(error) ? wrongPassword(error) : error;
}

/** Which of the two is wrong is nobody's business who does not know both. */
function wrongPassword(cause?: unknown): AppError {
  return new AppError('UNAUTHENTICATED', 'E-mail or password is wrong.', { cause });
}

function isRefusal(error: unknown): boolean {
  const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function codeOf(error: unknown): unknown {
  const body: unknown = error instanceof Error && 'body' in error ? error.body : null;
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
}
