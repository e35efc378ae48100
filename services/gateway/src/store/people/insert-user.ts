import type { SqlClient } from '@output-review/runtime';

import type { NewUser } from '../../use-cases/people/people-store.ts';

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
