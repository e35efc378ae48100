/** What a member may do; each role may do all that the ones before it may. */
export const ROLES = ['viewer', 'reviewer', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a token may do. The workspace token may do all of it. */
export const SCOPES = ['submit', 'read', 'decide', 'instruct', 'subscribe'] as const;
export type Scope = (typeof SCOPES)[number];

/** The five services by name; also the names of their schemas, roles and consumer groups. */
export const SERVICES = ['gateway', 'evaluator', 'review', 'instructions', 'media'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Something for each of the five. */
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

/** A service acting for itself; it may use internal operations of every workspace. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: ServiceName;
}

/** Whoever runs the installation, by a command: it has a key of its own. */
export interface OperatorPrincipal {
  readonly kind: 'operator';
}

/** Who is asking. The gateway checks the credential; the others get this, signed. */
export type Principal = UserPrincipal | TokenPrincipal | ServicePrincipal | OperatorPrincipal;

/** A principal of the outside: one that acts in a workspace. */
export type WorkspacePrincipal = UserPrincipal | TokenPrincipal;
