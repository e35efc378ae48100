import type { SqlClient, Transaction } from '@output-review/runtime';

import { SESSION_MS, SESSIONS_MAX } from '../access/callers.pure.ts';
import type { Addressee, NewSession, NewUser } from './people.pure.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly hash: string;
}

/** The account with an address; null where there is none. */
export async function findAccount(client: SqlClient, email: string): Promise<Account | null> {
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

/** The hash that a user's password is kept by. */
export async function findHash(client: SqlClient, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ password: string | null }>(
    `SELECT password FROM account WHERE "userId" = $1 AND "providerId" = 'credential'`,
    [userId],
  );
  return rows[0]?.password ?? null;
}

/**
 * Begins a session, and ends those of its user that were used least lately where there are too many; a few more
 * are left where sessions begin at once, until the next one.
 *
 * @returns false where the password is not kept by this hash any more.
 */
export async function startSession(
  client: SqlClient,
  session: NewSession & { readonly id: string; readonly hash: string },
): Promise<boolean> {
  const { id, hash, token, userId, address, userAgent, isRemembered, createdAt } = session;
  // Whoever replaces the password changes the account first and then ends the sessions.
  const { rowCount } = await client.query(
    `WITH started AS (
       INSERT INTO session
         (id, token, "userId", "ipAddress", "userAgent", is_remembered, "createdAt", "updatedAt",
          "expiresAt")
       SELECT $1, $2, "userId", $4, $5, $6, $7, $7, $8
       FROM account WHERE "userId" = $3 AND "providerId" = 'credential' AND password = $9
       FOR SHARE
       RETURNING "userId"),
     -- It does not see the row that is started beside it.
     excess AS (
       SELECT session.id FROM session JOIN started USING ("userId")
       ORDER BY session."updatedAt" DESC, session."createdAt" DESC, session.id OFFSET $10),
     -- Whoever has one of them locked is ending it too, or using it.
     ended AS (
       DELETE FROM session WHERE id IN (
         SELECT id FROM session WHERE id IN (SELECT id FROM excess) FOR UPDATE SKIP LOCKED))
     SELECT FROM started`,
    [
      ...[id, token, userId, address, userAgent, isRemembered, createdAt],
      ...[new Date(createdAt.getTime() + SESSION_MS), hash, SESSIONS_MAX - 1],
    ],
  );
  return rowCount === 1;
}

/**
 * Writes a user who signs in by a password.
 *
 * @returns false where there is one with this address.
 */
export async function insertUser(client: SqlClient, user: NewUser): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (email) DO NOTHING`,
    [user.id, user.name, user.email, user.isVerified, user.createdAt],
  );
  if (rowCount === 0) return false;
  // A user has one account: its id will do for both.
  await client.query(
    `INSERT INTO account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     VALUES ($1, $1, 'credential', $1, $2, $3, $3)`,
    [user.id, user.passwordHash, user.createdAt],
  );
  return true;
}

/** @returns false where the present password is not kept by `currentHash`. */
export async function setPassword(tx: Transaction, change: NewPassword): Promise<boolean> {
  const { userId, passwordHash, currentHash = null, at } = change;
  const { rowCount } = await tx.query(
    `UPDATE account SET password = $2, "updatedAt" = $3
       WHERE "userId" = $1 AND "providerId" = 'credential' AND ($4::text IS NULL OR password = $4)`,
    [userId, passwordHash, at, currentHash],
  );
  return rowCount === 1;
}

interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** Left out where whatever is kept is replaced. */
  readonly currentHash?: string;
  readonly at: Date;
}

/** The user with an address; null where there is none. */
export async function findUserByEmail(client: SqlClient, email: string): Promise<Addressee | null> {
  const { rows } = await client.query<Addressee>(
    'SELECT id, email, "emailVerified" AS "isVerified" FROM "user" WHERE email = $1',
    [email],
  );
  return rows[0] ?? null;
}

/** Keeps that an address is its user's. */
export async function markVerified(client: SqlClient, userId: string): Promise<void> {
  await client.query('UPDATE "user" SET "emailVerified" = true WHERE id = $1', [userId]);
}
