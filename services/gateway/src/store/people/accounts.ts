import { hashPassword, verifyPassword } from '@better-auth/utils/password';
import { AppError } from '@output-review/errors';
import type { SqlClient } from '@output-review/runtime';

import { SESSION_MS } from '../../domain/access/callers.ts';
import type { SignInOutcome, SignInTry } from '../../domain/access/sign-in.ts';
import { normalEmail } from '../../domain/people/invitation.ts';
import type { NewSession } from '../../use-cases/people/people-store.ts';

/** Users and their passwords. */
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
  /** On the gateway's schema. */
  readonly client: SqlClient;
  /** Where mails are sent, nobody signs in whose address is not proven. */
  readonly mail: object | null;
  /** The scrypt of better-auth where it is left out. */
  readonly passwordHasher?: PasswordHasher | undefined;
  readonly newId: () => string;
  /** 256 random bits. */
  readonly newSecret: () => string;
  readonly now: () => Date;
}

const SCRYPT: PasswordHasher = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};

export function makeAccounts(options: AccountsOptions): Accounts {
  const { client, mail, passwordHasher = SCRYPT, newId, newSecret, now } = options;
  return {
    async signIn({ email, password, ...session }) {
      const account = await findAccount(client, normalEmail(email));
      if (account === null) {
        // Whether there is an account is nobody's business: it takes as long as a wrong password.
        await passwordHasher.hash(password);
        throw wrongPassword();
      }
      const { hash, isVerified, ...user } = account;
      if (!(await passwordHasher.verify({ hash, password }))) throw wrongPassword();
      if (mail !== null && !isVerified) return { kind: 'unverified' };
      const token = newSecret();
      const started = { ...session, token, userId: user.id, createdAt: now() };
      // A password that is replaced meanwhile ends all sessions, and would not see this one.
      if (!(await startSession(client, { id: newId(), hash, ...started }))) throw wrongPassword();
      return { kind: 'signed-in', token, user };
    },
    async checkPassword(userId, password) {
      const hash = await findHash(client, userId);
      return hash !== null && (await passwordHasher.verify({ hash, password })) ? hash : null;
    },
    hashPassword: passwordHasher.hash,
  };
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly hash: string;
}

async function findAccount(client: SqlClient, email: string): Promise<Account | null> {
  const { rows } = await client.query<Account>(
    `SELECT "user".id, "user".name, "user".email, "user"."emailVerified" AS "isVerified",
       account.password AS hash
     FROM account JOIN "user" ON "user".id = account."userId"
     WHERE "user".email = $1 AND account."providerId" = 'credential'
       AND account.password IS NOT NULL`,
    [email],
  );
  return rows[0] ?? null;
}

async function findHash(client: SqlClient, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ password: string | null }>(
    `SELECT password FROM account WHERE "userId" = $1 AND "providerId" = 'credential'`,
    [userId],
  );
  return rows[0]?.password ?? null;
}

/** @returns false where the password is not kept by this hash any more. */
async function startSession(
  client: SqlClient,
  session: NewSession & { readonly id: string; readonly hash: string },
): Promise<boolean> {
  const { id, hash, token, userId, address, userAgent, isRemembered, createdAt } = session;
  // Whoever replaces the password changes the account first and then ends the sessions.
  const { rowCount } = await client.query(
    `INSERT INTO session
       (id, token, "userId", "ipAddress", "userAgent", is_remembered, "createdAt", "updatedAt",
        "expiresAt")
     SELECT $1, $2, "userId", $4, $5, $6, $7, $7, $8
     FROM account WHERE "userId" = $3 AND "providerId" = 'credential' AND password = $9
     FOR SHARE`,
    [
      ...[id, token, userId, address, userAgent, isRemembered, createdAt],
      ...[new Date(createdAt.getTime() + SESSION_MS), hash],
    ],
  );
  return rowCount === 1;
}

/** Which of the two is wrong is nobody's business who does not know both. */
function wrongPassword(): AppError {
  return new AppError('UNAUTHENTICATED', 'E-mail or password is wrong.');
}
