import type { Operation } from './operation.ts';
import { type Principal, ROLES, type Role } from './principal.ts';

/**
 * Whether a principal may call an operation. It does not check whether the requested data belongs to its workspace; the
 * owning service does.
 *
 * A service may call only internal operations, since it acts in no workspace. So may the operator, in addition to the
 * operator operations.
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

/** In a write: the workspace that its page was loaded for. In a response to a session: the workspace of the data. */
export const WORKSPACE_HEADER = 'X-Workspace';

/** In a write: the person that its page was loaded for. In a response to a session: the person who is signed in. */
export const USER_HEADER = 'X-User';

/**
 * Whether a session's call may name a workspace and a person, and is refused if the session belongs to others.
 * Switching names the workspace to switch to, so that a page of the previous one can switch back.
 */
export function namesWorkspace({ id, method, access }: Operation): boolean {
  const isOfSessions = typeof access === 'object' && access.role !== null;
  return isOfSessions && method !== 'GET' && id !== 'switchWorkspace';
}

/** Whether only services and operators may call it; it is never reachable from outside. */
export function isInternal({ access }: Pick<Operation, 'access'>): boolean {
  return access === 'internal' || access === 'operator';
}

/** Whether a role includes all permissions of another one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
