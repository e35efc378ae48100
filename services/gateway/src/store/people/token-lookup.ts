import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { SCOPES } from '@output-review/contracts';
import type { Clock, Logger, SqlClient } from '@output-review/runtime';

import type { FoundToken } from '../../domain/access/callers.ts';

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

// Source: the interface asks for the last use; to the minute is enough for a person.
const LAST_USE_STEP_MS = 60_000;

/**
 * Looks tokens up. Requests that arrive while a look-up is under way share the next statement, which
 * begins after they arrived: a token that was revoked before a request is never found for it.
 */
export class TokenLookup {
  readonly #deps: TokenLookupDeps;
  #waiting: Batch | null = null;
  /** Settles when no statement is under way any more. */
  #free: Promise<unknown> = Promise.resolve();
  #lastUse: Promise<void> = Promise.resolve();

  constructor(deps: TokenLookupDeps) {
    this.#deps = deps;
  }

  /** Answers null for a token that is unknown, expired or revoked. */
  async find(token: string): Promise<FoundToken | null> {
    const hashed = hash('sha256', token, 'base64');
    const batch = (this.#waiting ??= this.#startBatch());
    batch.hashes.add(hashed);
    const found = await batch.found;
    return found.get(hashed) ?? null;
  }

  /** Resolves when the last uses that were noticed are written. */
  settled(): Promise<void> {
    return this.#lastUse;
  }

  #startBatch(): Batch {
    const hashes = new Set<string>();
    // After all input of this tick was read, so that its requests are all in.
    const found = Promise.all([nextTurn(), this.#free]).then(() => {
      this.#waiting = null;
      return this.#query([...hashes].map((hashed) => Buffer.from(hashed, 'base64')));
    });
    this.#free = found.catch(() => undefined);
    return { hashes, found };
  }

  async #query(hashes: readonly Buffer[]): Promise<ReadonlyMap<string, FoundToken>> {
    const now = this.#deps.clock.now();
    const { rows } = await this.#deps.client.query<TokenRow>({
      name: 'find-tokens',
      text: `SELECT tokens.id AS "tokenId", tokens.hash, tokens.workspace_id AS "workspaceId",
               workspaces.name AS "workspaceName", tokens.name, tokens.scopes,
               workspaces.tokens_may_decide AS "tokensMayDecide",
               tokens.last_used_at AS "lastUsedAt"
             FROM tokens JOIN workspaces ON workspaces.id = tokens.workspace_id
             WHERE tokens.hash = ANY($1) AND tokens.revoked_at IS NULL
               AND (tokens.expires_at IS NULL OR tokens.expires_at > $2)`,
      values: [hashes, now],
    });
    this.#noteUse(rows, now);
    return new Map(rows.map((row) => [row.hash.toString('base64'), toFound(row)]));
  }

  #noteUse(rows: readonly TokenRow[], now: Date): void {
    const before = new Date(now.getTime() - LAST_USE_STEP_MS);
    const ids = rows
      .filter(({ lastUsedAt }) => lastUsedAt === null || lastUsedAt <= before)
      .map(({ tokenId }) => tokenId);
    if (ids.length === 0) return;
    // Nobody waits for it, and losing one is no loss. Behind the former, so that one is open at most.
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
      this.#deps.log.warn({ err: error }, 'last use of tokens not written');
    }
  }
}

/** The form in which a token is kept. It has 256 random bits, so that no salt is needed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

interface Batch {
  /** In base64. */
  readonly hashes: Set<string>;
  readonly found: Promise<ReadonlyMap<string, FoundToken>>;
}

function toFound({ scopes, tokensMayDecide, ...row }: TokenRow): FoundToken {
  const { tokenId, workspaceId, workspaceName, name } = row;
  return {
    ...{ tokenId, workspaceId, workspaceName, name, tokensMayDecide },
    // That of the workspace may do what came after it too.
    scopes: SCOPES.filter((scope) => name === null || scopes.includes(scope)),
  };
}
