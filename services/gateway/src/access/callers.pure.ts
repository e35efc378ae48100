import type { Role, Scope, TokenPrincipal, UserPrincipal } from '@output-review/contracts';

/** The credential of a request. If there is an Authorization header, the cookie is ignored. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'session'; readonly cookies: readonly string[] };

export interface CredentialHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}

/**
 * Finds the credential of a request.
 *
 * An Authorization header without one of our tokens is a wrong credential, not a missing one: the cookie does not
 * count.
 */
export function credentialOf(headers: CredentialHeaders, cookieName: string): Credential {
  if (headers.authorization !== undefined) {
    const token = /^Bearer +(wh-[\w-]{1,252}) *$/i.exec(headers.authorization)?.[1];
    return { kind: 'token', token: token ?? '' };
  }
  const cookies = cookieValues(headers.cookie ?? '', cookieName);
  return cookies.length === 0 ? { kind: 'none' } : { kind: 'session', cookies };
}

/** Every value of a cookie in a Cookie header. */
export function cookieValues(header: string, cookieName: string): readonly string[] {
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== cookieName) return [];
    return [pair.slice(equals + 1).trim()];
  });
}

/** A token that is currently valid. */
export interface FoundToken {
  readonly tokenId: string;
  readonly workspaceId: string;
  /** Null for the workspace token. */
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** Whether tokens may decide in its workspace. */
  readonly tokensMayDecide: boolean;
}

/** A session that is currently valid, and the workspace that it acts in. */
export interface FoundSession {
  readonly token: string;
  readonly expiresAt: Date;
  /** Whether the browser keeps the cookie after it is closed. */
  readonly isRemembered: boolean;
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly role: Role;
}

/** A session as shown to its user. */
export interface KnownSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Address of the client that signed in; null if unknown. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** How long a session lives after its last use. Source: the interface. */
export const SESSION_MS = 7 * 24 * 60 * 60_000;

/** Maximum number of sessions per user. Without it, a program that signs in for each call would fill the table. */
export const SESSIONS_MAX = 1_000;

export function tokenPrincipal({ tokenId, workspaceId, name, scopes }: FoundToken): TokenPrincipal {
  return { kind: 'token', workspaceId, tokenId, name, scopes };
}

export function userPrincipal({ workspaceId, userId, email, role }: FoundSession): UserPrincipal {
  return { kind: 'user', workspaceId, userId, email, role };
}
