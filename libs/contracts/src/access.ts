import type { Operation } from './operation.ts';
import { type Principal, ROLES, type Role } from './principal.ts';

/**
 * Whether a principal may call an operation; no more than that: that what it asks for belongs to its
 * workspace is for the service that owns it.
 *
 * A service may use internal operations, and no others: it acts in no workspace.
 */
export function mayCall({ access }: Operation, principal: Principal): boolean {
  if (access === 'public' || access === 'internal') return true;
  switch (principal.kind) {
    case 'user':
      return access.role !== null && isAtLeast(principal.role, access.role);
    case 'token':
      return [access.scope]
        .flat()
        .some((scope) => scope !== null && principal.scopes.includes(scope));
    case 'service':
      return false;
  }
}

/** Whether a role may do all that another one may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
