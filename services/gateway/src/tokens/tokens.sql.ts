import { type Scope, SCOPES } from '@output-review/contracts';
import { hashToken, type SqlClient, type Transaction } from '@output-review/runtime';

/** A named token, used by an automation. */
export interface NamedToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The last characters of the token, for recognition. */
  readonly hint: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A token that is being created; the only place that holds its text. */
export interface NewToken {
  readonly id: string;
  /** Null for the workspace token. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly token: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The user who creates it; null for the operator, who is not a user. */
  readonly userId: string | null;
}

/** The scopes that exist, in canonical order. */
export function knownScopes(scopes: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

// Source: the interface shows the last four characters of a token.
const HINT_LENGTH = 4;

interface ListedRow extends Omit<NamedToken, 'scopes'> {
  readonly scopes: readonly string[];
}

/** Named tokens that are not revoked, newest first. */
export async function listTokens(
  client: SqlClient,
  workspaceId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly items: readonly NamedToken[]; readonly total: number }> {
  const { rows } = await client.query<ListedRow>(
    `SELECT id, name, scopes, hint, expires_at AS "expiresAt", created_at AS "createdAt",
       last_used_at AS "lastUsedAt"
     FROM tokens WHERE workspace_id = $1 AND name IS NOT NULL AND revoked_at IS NULL
     ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3`,
    [workspaceId, offset, limit],
  );
  const { rows: counts } = await client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM tokens
     WHERE workspace_id = $1 AND name IS NOT NULL AND revoked_at IS NULL`,
    [workspaceId],
  );
  const items = rows.map((row) => ({ ...row, scopes: knownScopes(row.scopes) }));
  return { items, total: counts[0]?.total ?? 0 };
}

/** Stores a token: only its hash and a hint. */
export async function insertToken(
  client: SqlClient,
  workspaceId: string,
  token: NewToken,
): Promise<void> {
  await client.query(
    `INSERT INTO tokens (id, workspace_id, name, hash, hint, scopes, created_at, expires_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[token.id, workspaceId, token.name],
      ...[hashToken(token.token), token.token.slice(-HINT_LENGTH), token.scopes],
      ...[token.createdAt, token.expiresAt, token.userId],
    ],
  );
}

/** Counts named tokens that are valid. */
export async function countLiveTokens(
  tx: Transaction,
  workspaceId: string,
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ live: number }>(
    `SELECT count(*)::int AS live FROM tokens
       WHERE workspace_id = $1 AND name IS NOT NULL AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > $2)`,
    [workspaceId, now],
  );
  return rows[0]?.live ?? 0;
}

/** When people created workspace tokens since the given time, oldest first. */
export async function rotationsSince(
  tx: Transaction,
  workspaceId: string,
  since: Date,
): Promise<readonly Date[]> {
  const { rows } = await tx.query<{ at: Date }>(
    `SELECT created_at AS at FROM tokens
       WHERE workspace_id = $1 AND name IS NULL AND created_by IS NOT NULL AND created_at > $2
       ORDER BY created_at`,
    [workspaceId, since],
  );
  return rows.map(({ at }) => at);
}

interface Revoking {
  readonly workspaceId: string;
  readonly at: Date;
}

/** @returns the token, which is invalid from the commit on; null if there is no such named token. */
export async function revokeNamedToken(
  tx: Transaction,
  id: string,
  { workspaceId, at }: Revoking,
): Promise<{ readonly scopes: readonly Scope[] } | null> {
  const { rows } = await tx.query<{ scopes: readonly string[] }>(
    `UPDATE tokens SET revoked_at = $3
       WHERE workspace_id = $1 AND id = $2 AND name IS NOT NULL AND revoked_at IS NULL
       RETURNING scopes`,
    [workspaceId, id, at],
  );
  return rows[0] ? { scopes: knownScopes(rows[0].scopes) } : null;
}

/** @returns the ID of the workspace token, which is invalid from the commit on; null if there is none. */
export async function revokeWorkspaceToken(
  tx: Transaction,
  { workspaceId, at }: Revoking,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE tokens SET revoked_at = $2
       WHERE workspace_id = $1 AND name IS NULL AND revoked_at IS NULL RETURNING id`,
    [workspaceId, at],
  );
  return rows[0]?.id ?? null;
}
