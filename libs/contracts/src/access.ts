import type { Operation } from './operation.ts';
import { type Principal, ROLES, type Role } from './principal.ts';

/**
 * Whether a principal may call an operation; no more than that: that what it asks for belongs to its
 * workspace is for the service that owns it.
 *
 * A service may use internal operations, and no others: it acts in no workspace. So may the operator, and
 * what is the operator's alone.
 */
export function mayCall({ access }: Operation, principal: Principal): boolean {
  if (access === 'public' || access === 'internal') return true;
  if (access === 'operator') return principal.kind === 'operator';
  switch (principal.kind) {
    case 'user':
      return access.role !== null && isAtLeast(principal.role, access.role);
    case 'token':
      return [access.scope]
        .flat()
        .some((scope) => scope !== null && principal.scopes.includes(scope));
    case 'service':
    case 'operator':
      return false;
  }
}

/** Of a write: the workspace that its page was loaded for. Of an answer to a session: whose data it is. */
export const WORKSPACE_HEADER = 'X-Workspace';

/** Of a write: the person that its page was loaded for. */
export const USER_HEADER = 'X-User';

/**
 * Whether a session's call of it may name a workspace and a person, and is refused where the session is of others.
 * Switching names the one to go to, and is how a page of the former one gets back.
 */
export function namesWorkspace({ id, method, access }: Operation): boolean {
  const isOfSessions = typeof access === 'object' && access.role !== null;
  return isOfSessions && method !== 'GET' && id !== 'switchWorkspace';
}

/** Whether it is for services and operators: never to be had from outside. */
export function isInternal({ access }: Pick<Operation, 'access'>): boolean {
  return access === 'internal' || access === 'operator';
}

/** Whether a role may do all that another one may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
