/** Roles of members; each includes the permissions of those before it. */
export const ROLES = ['viewer', 'reviewer', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Scopes of tokens. The workspace token has all of them. */
export const SCOPES = ['submit', 'read', 'decide', 'instruct', 'subscribe'] as const;
export type Scope = (typeof SCOPES)[number];

/** The names of the five services; also the names of their schemas, roles and consumer groups. */
export const SERVICES = ['gateway', 'evaluator', 'review', 'instructions', 'media'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Creates a record with one entry per service. */
export function perService<T>(make: (name: ServiceName) => T): Record<ServiceName, T> {
  return Object.fromEntries(SERVICES.map((name) => [name, make(name)])) as Record<ServiceName, T>;
}

/** A person with a session, acting in one workspace. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly workspaceId: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
}

/** An automation with a token. `name` is null for the workspace token. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly workspaceId: string;
  readonly tokenId: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
}

/** A service acting on its own; it may call internal operations for every workspace. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: ServiceName;
}

/** The operator of the installation, using a command with its own key. */
export interface OperatorPrincipal {
  readonly kind: 'operator';
}

/** The caller. The gateway checks the credential; the other services receive this, signed. */
export type Principal = UserPrincipal | TokenPrincipal | ServicePrincipal | OperatorPrincipal;

/** An outside caller, who acts in a workspace. */
export type WorkspacePrincipal = UserPrincipal | TokenPrincipal;
