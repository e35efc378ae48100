import { SCOPES } from '@output-review/contracts';
import { type Clock, hashToken, type Logger, type SqlClient } from '@output-review/runtime';

import { SharedCalls } from '../shared-calls.ts';
import type { FoundToken } from './callers.pure.ts';

export interface TokenLookupDeps {
  readonly client: SqlClient;
  readonly clock: Clock;
  readonly log: Logger;
}

interface TokenRow extends Omit<FoundToken, 'scopes'> {
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly lastUsedAt: Date | null;
}

// Source: the interface asks for the last use. Precision to the minute is enough for people.
const LAST_USE_STEP_MS = 60_000;

/**
 * Looks up tokens. Requests that arrive during a lookup share the next statement. That statement begins after they
 * arrived, so a token that was revoked before a request is never accepted for it.
 */
export class TokenLookup {
  readonly #deps: TokenLookupDeps;
  /** By token hash in base64. */
  readonly #calls = new SharedCalls<string, FoundToken | null>({
    call: (hashes) => this.#query(hashes),
    itemsMax: Infinity,
  });
  #lastUse: Promise<void> = Promise.resolve();

  constructor(deps: TokenLookupDeps) {
    this.#deps = deps;
  }

  /** Returns null if a token is unknown, expired or revoked. */
  find(token: string): Promise<FoundToken | null> {
    return this.#calls.add(hashToken(token).toString('base64'));
  }

  /** Resolves when all recorded last uses are written. */
  settled(): Promise<void> {
    return this.#lastUse;
  }

  async #query(hashes: readonly string[]): Promise<readonly (FoundToken | null)[]> {
    const wanted = [...new Set(hashes)].map((hashed) => Buffer.from(hashed, 'base64'));
    const now = this.#deps.clock.now();
    const { rows } = await this.#deps.client.query<TokenRow>({
      name: 'find-tokens',
      text: `SELECT tokens.id AS "tokenId", tokens.hash, tokens.workspace_id AS "workspaceId",
               tokens.name, tokens.scopes,
               workspaces.tokens_may_decide AS "tokensMayDecide",
               tokens.last_used_at AS "lastUsedAt"
             FROM tokens JOIN workspaces ON workspaces.id = tokens.workspace_id
             WHERE tokens.hash = ANY($1) AND tokens.revoked_at IS NULL
               AND (tokens.expires_at IS NULL OR tokens.expires_at > $2)`,
      values: [wanted, now],
    });
    this.#noteUse(rows, now);
    const found = new Map(rows.map((row) => [row.hash.toString('base64'), toFound(row)]));
    return hashes.map((hashed) => found.get(hashed) ?? null);
  }

  #noteUse(rows: readonly TokenRow[], now: Date): void {
    const before = new Date(now.getTime() - LAST_USE_STEP_MS);
    const ids = rows
      .filter(({ lastUsedAt }) => lastUsedAt === null || lastUsedAt <= before)
      .map(({ tokenId }) => tokenId);
    if (ids.length === 0) return;
    // Runs in the background; a lost update does no harm. Chained, so that only one is open at a time.
    this.#lastUse = this.#lastUse.then(() => this.#writeUse(ids, { now, before }));
  }

  async #writeUse(
    ids: readonly string[],
    { now, before }: { readonly now: Date; readonly before: Date },
  ): Promise<void> {
    try {
      await this.#deps.client.query({
        name: 'note-token-use',
        text: `UPDATE tokens SET last_used_at = $2
               WHERE id = ANY($1) AND (last_used_at IS NULL OR last_used_at <= $3)`,
        values: [ids, now, before],
      });
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'last use of tokens not saved');
    }
  }
}

function toFound({ scopes, tokensMayDecide, ...row }: TokenRow): FoundToken {
  const { tokenId, workspaceId, name } = row;
  return {
    ...{ tokenId, workspaceId, name, tokensMayDecide },
    // The workspace token also has scopes that were added after it was created.
    scopes: SCOPES.filter((scope) => name === null || scopes.includes(scope)),
  };
}
