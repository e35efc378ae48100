import type { Role, Scope, TokenPrincipal, UserPrincipal } from '@output-review/contracts';

/** A token that is good right now. */
export interface FoundToken {
  readonly tokenId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** Null for the workspace token. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** Whether its workspace lets tokens decide. */
  readonly tokensMayDecide: boolean;
}

/** A session that is good right now, and the workspace that it acts in. */
export interface FoundSession {
  readonly token: string;
  readonly expiresAt: Date;
  /** Whether the browser keeps the cookie when it is closed. */
  readonly isRemembered: boolean;
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly role: Role;
}

/** A session as its user sees it. */
export interface KnownSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Whence the sign-in came; null where nobody knows. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** How long a session lives after its last use. Source: the interface. */
export const SESSION_MS = 7 * 24 * 60 * 60_000;

export function tokenPrincipal({ tokenId, workspaceId, name, scopes }: FoundToken): TokenPrincipal {
  return { kind: 'token', workspaceId, tokenId, name, scopes };
}

export function userPrincipal({ workspaceId, userId, email, role }: FoundSession): UserPrincipal {
  return { kind: 'user', workspaceId, userId, email, role };
}
