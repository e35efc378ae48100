import { type Scope, SCOPES } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import type {
  NamedToken,
  NewToken,
  TokenChange,
  TokenPage,
} from '../../use-cases/tokens/token-store.ts';
import { hashToken } from '../people/token-lookup.ts';

// Source: the interface shows the last four characters of a token.
const HINT_LENGTH = 4;

interface ListedRow extends Omit<NamedToken, 'scopes'> {
  readonly scopes: readonly string[];
}

/** Named tokens that were not revoked, newest first. */
export async function listTokens(
  client: SqlClient,
  workspaceId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<TokenPage> {
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

/** Writes a token, of which only the hash and a hint are kept. */
export async function insertToken(
  client: SqlClient,
  workspaceId: string,
  token: Omit<NewToken, 'userId'> & { readonly userId: string | null },
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

/** The tokens of a workspace, in a transaction that holds it. */
export class TokenRows implements TokenChange {
  readonly #tx: Transaction;
  readonly #workspaceId: string;

  constructor(tx: Transaction, workspaceId: string) {
    this.#tx = tx;
    this.#workspaceId = workspaceId;
  }

  async countLive(now: Date): Promise<number> {
    const { rows } = await this.#tx.query<{ live: number }>(
      `SELECT count(*)::int AS live FROM tokens
       WHERE workspace_id = $1 AND name IS NOT NULL AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > $2)`,
      [this.#workspaceId, now],
    );
    return rows[0]?.live ?? 0;
  }

  async rotationsSince(since: Date): Promise<readonly Date[]> {
    const { rows } = await this.#tx.query<{ at: Date }>(
      `SELECT created_at AS at FROM tokens
       WHERE workspace_id = $1 AND name IS NULL AND created_by IS NOT NULL AND created_at > $2
       ORDER BY created_at`,
      [this.#workspaceId, since],
    );
    return rows.map(({ at }) => at);
  }

  insert(token: NewToken): Promise<void> {
    return insertToken(this.#tx, this.#workspaceId, token);
  }

  async revokeNamed(id: string, at: Date): Promise<{ readonly scopes: readonly Scope[] } | null> {
    const { rows } = await this.#tx.query<{ scopes: readonly string[] }>(
      `UPDATE tokens SET revoked_at = $3
       WHERE workspace_id = $1 AND id = $2 AND name IS NOT NULL AND revoked_at IS NULL
       RETURNING scopes`,
      [this.#workspaceId, id, at],
    );
    return rows[0] ? { scopes: knownScopes(rows[0].scopes) } : null;
  }

  async revokeWorkspaceToken(at: Date): Promise<string | null> {
    const { rows } = await this.#tx.query<{ id: string }>(
      `UPDATE tokens SET revoked_at = $2
       WHERE workspace_id = $1 AND name IS NULL AND revoked_at IS NULL RETURNING id`,
      [this.#workspaceId, at],
    );
    return rows[0]?.id ?? null;
  }
}

function knownScopes(scopes: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
