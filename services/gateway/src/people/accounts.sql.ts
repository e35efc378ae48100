import { newId, type SqlClient, type Transaction } from '@output-review/runtime';

import { SESSION_MS, SESSIONS_MAX } from '../access/callers.pure.ts';
import type { Addressee, NewSession, NewUser } from './people.pure.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly hash: string;
}

/** The account with an address; null if there is none. */
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

/** The stored hash of a user's password. */
export async function findHash(client: SqlClient, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ password: string | null }>(
    `SELECT password FROM account WHERE "userId" = $1 AND "providerId" = 'credential'`,
    [userId],
  );
  return rows[0]?.password ?? null;
}

/**
 * Starts a session, and ends the least recently used sessions of its user above the maximum. Sessions that start
 * concurrently may leave a few too many until the next one starts.
 *
 * @returns false if the password is no longer stored with this hash.
 */
export async function startSession(client: SqlClient, session: NewSession): Promise<boolean> {
  const { hash, token, userId, address, userAgent, isRemembered, createdAt } = session;
  // A password change updates the account first and then ends the sessions.
  const { rowCount } = await client.query(
    `WITH started AS (
       INSERT INTO session
         (id, token, "userId", "ipAddress", "userAgent", is_remembered, "createdAt", "updatedAt",
          "expiresAt")
       SELECT $1, $2, "userId", $4, $5, $6, $7, $7, $8
       FROM account WHERE "userId" = $3 AND "providerId" = 'credential' AND password = $9
       FOR SHARE
       RETURNING "userId"),
     -- It does not see the row inserted above.
     excess AS (
       SELECT session.id FROM session JOIN started USING ("userId")
       ORDER BY session."updatedAt" DESC, session."createdAt" DESC, session.id OFFSET $10),
     -- A locked session is being ended or used by another statement.
     ended AS (
       DELETE FROM session WHERE id IN (
         SELECT id FROM session WHERE id IN (SELECT id FROM excess) FOR UPDATE SKIP LOCKED))
     SELECT FROM started`,
    [
      ...[newId(), token, userId, address, userAgent, isRemembered, createdAt],
      ...[new Date(createdAt.getTime() + SESSION_MS), hash, SESSIONS_MAX - 1],
    ],
  );
  return rowCount === 1;
}

/**
 * Inserts a user who signs in with a password.
 *
 * @returns false if the address is taken.
 */
export async function insertUser(client: SqlClient, user: NewUser): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (email) DO NOTHING`,
    [user.id, user.name, user.email, user.isVerified, user.createdAt],
  );
  if (rowCount === 0) return false;
  // A user has one account, so both have the same ID.
  await client.query(
    `INSERT INTO account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     VALUES ($1, $1, 'credential', $1, $2, $3, $3)`,
    [user.id, user.passwordHash, user.createdAt],
  );
  return true;
}

/** @returns false if the current password is not stored with `currentHash`. */
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
  /** Omitted to replace any password. */
  readonly currentHash?: string;
  readonly at: Date;
}

/** The user with an address; null if there is none. */
export async function findUserByEmail(client: SqlClient, email: string): Promise<Addressee | null> {
  const { rows } = await client.query<Addressee>(
    'SELECT id, email, "emailVerified" AS "isVerified" FROM "user" WHERE email = $1',
    [email],
  );
  return rows[0] ?? null;
}

/** Records that an address belongs to its user. */
export async function markVerified(client: SqlClient, userId: string): Promise<void> {
  await client.query('UPDATE "user" SET "emailVerified" = true WHERE id = $1', [userId]);
}
