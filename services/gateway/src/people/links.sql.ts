import { hashToken, type SqlClient } from '@output-review/runtime';

import type { Addressee, LinkPurpose } from './people.pure.ts';

export interface Link {
  readonly purpose: LinkPurpose;
  readonly token: string;
}

export interface NewLink extends Link {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Stores a link, only as its SHA-256. */
export async function insertLink(client: SqlClient, link: NewLink): Promise<void> {
  const { id, userId, now, expiresAt } = link;
  // Removes expired rows here, because the table grows only here.
  await client.query('DELETE FROM verification WHERE "expiresAt" <= $1', [now]);
  await client.query(
    `INSERT INTO verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $4, $5, $5)`,
    [id, identifierOf(link), userId, expiresAt, now],
  );
}

/** The user that a link was sent to; null if it is unknown, used or expired. */
export async function findAddressee(
  client: SqlClient,
  link: Link,
  now: Date,
): Promise<Addressee | null> {
  const { rows } = await client.query<Addressee>(
    `SELECT "user".id, "user".email, "user"."emailVerified" AS "isVerified"
     FROM verification JOIN "user" ON "user".id = verification.value
     WHERE verification.identifier = $1 AND verification."expiresAt" > $2`,
    [identifierOf(link), now],
  );
  return rows[0] ?? null;
}

/**
 * Deletes a link for the first caller, and with it every other link of its kind and user.
 *
 * @returns false if another caller was faster.
 */
export async function takeLink(client: SqlClient, link: Link, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'DELETE FROM verification WHERE identifier = $1 AND value = $2',
    [identifierOf(link), userId],
  );
  if (rowCount === 0) return false;
  await removeLinks(client, link.purpose, userId);
  return true;
}

/** Deletes every link of a kind that was sent to a user. */
export async function removeLinks(
  client: SqlClient,
  purpose: LinkPurpose,
  userId: string,
): Promise<void> {
  await client.query('DELETE FROM verification WHERE value = $1 AND identifier LIKE $2', [
    userId,
    `${purpose}:%`,
  ]);
}

function identifierOf({ purpose, token }: Link): string {
  return `${purpose}:${hashToken(token).toString('hex')}`;
}
