import type { Scope } from '@output-review/contracts';

import type { Audit, WorkspaceRequest } from '../workspace-request.ts';

/** A token with a name, of an automation. */
export interface NamedToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The last characters of the token, to tell it by. */
  readonly hint: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A token that is being made; the only place where its text is. */
export interface NewToken {
  readonly id: string;
  /** Null for the workspace token. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly token: string;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** Who makes it. */
  readonly userId: string;
}

export interface TokenPage {
  readonly items: readonly NamedToken[];
  readonly total: number;
}

/** A change of the tokens of one workspace; two at once come one after the other. */
export interface TokenChange {
  /** Named tokens that are good. */
  countLive(now: Date): Promise<number>;
  /** When people made workspace tokens since then, oldest first. */
  rotationsSince(since: Date): Promise<readonly Date[]>;
  insert(token: NewToken): Promise<void>;
  /** @returns the token that is dead from the commit on; null where there is no such named one. */
  revokeNamed(id: string, at: Date): Promise<{ readonly scopes: readonly Scope[] } | null>;
  /** @returns the id of the workspace token that is dead from the commit on; null where there is none. */
  revokeWorkspaceToken(at: Date): Promise<string | null>;
}

export interface TokenStore {
  /** Named tokens that were not revoked, newest first. */
  list(workspaceId: string, range: { offset: number; limit: number }): Promise<TokenPage>;
  /** @throws AppError NOT_FOUND where the workspace is gone. */
  change<T>(
    request: WorkspaceRequest,
    work: (tokens: TokenChange, audit: Audit) => Promise<T>,
  ): Promise<T>;
}
