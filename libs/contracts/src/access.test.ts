import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { isAtLeast, mayCall, namesWorkspace } from './access.ts';
import { ALL_OPERATIONS } from './internal/operations.ts';
import type { Access, Operation } from './operation.ts';
import { type Principal, ROLES, type Role, type Scope, SCOPES } from './principal.ts';
import { describeRoles } from './describe-roles.ts';

const user = (role: Role): Principal => ({
  kind: 'user',
  workspaceId: 'w',
  userId: 'u',
  email: 'ada@example.com',
  role,
});
const token = (...scopes: Scope[]): Principal => ({
  kind: 'token',
  workspaceId: 'w',
  tokenId: 't',
  name: null,
  scopes,
});
const service: Principal = { kind: 'service', service: 'review' };
const operator: Principal = { kind: 'operator' };

function operation(access: Operation['access']): Operation {
  return {
    id: 'readSomething',
    method: 'GET',
    path: '/api/something',
    owner: 'review',
    summary: 'Something',
    tag: 'Something',
    access,
    responses: {},
  };
}
const guarded = (access: Partial<Access>) => operation({ role: null, scope: null, ...access });

describe('mayCall', () => {
  test.each(ROLES)('a user may call operations that require up to the role %s', (role) => {
    const allowed = ROLES.filter((least) => mayCall(guarded({ role: least }), user(role)));

    expect(allowed).toEqual(ROLES.slice(0, ROLES.indexOf(role) + 1));
  });

  test.each(SCOPES)('a token with the scope %s may call only operations that require it', (own) => {
    const allowed = SCOPES.filter((scope) => mayCall(guarded({ scope }), token(own)));

    expect(allowed).toEqual([own]);
  });

  test('any one of several scopes is enough', () => {
    const operation = guarded({ scope: ['submit', 'read'] });

    expect(mayCall(operation, token('submit'))).toBe(true);
    expect(mayCall(operation, token('read', 'decide'))).toBe(true);
    expect(mayCall(operation, token('decide'))).toBe(false);
  });

  test('users may not call operations for tokens only, and the other way round', () => {
    expect(mayCall(guarded({ scope: 'submit' }), user('admin'))).toBe(false);
    expect(mayCall(guarded({ role: 'viewer' }), token(...SCOPES))).toBe(false);
  });

  test('a service may call internal operations, but none that act in a workspace', () => {
    expect(mayCall(operation('internal'), service)).toBe(true);
    expect(mayCall(guarded({ role: 'viewer', scope: 'read' }), service)).toBe(false);
  });

  test('only the operator, not even a service, may call operator operations', () => {
    const callers = [user('admin'), token(...SCOPES), service, operator];

    const allowed = callers.filter((each) => mayCall(operation('operator'), each));

    expect(allowed).toEqual([operator]);
    expect(mayCall(operation('internal'), operator)).toBe(true);
    expect(mayCall(guarded({ role: 'viewer', scope: 'read' }), operator)).toBe(false);
  });

  test('anyone may call public operations', () => {
    expect(mayCall(operation('public'), token())).toBe(true);
  });
});

test('roles are ordered viewer, reviewer, manager, admin', () => {
  expect(isAtLeast('admin', 'viewer')).toBe(true);
  expect(isAtLeast('reviewer', 'reviewer')).toBe(true);
  expect(isAtLeast('reviewer', 'manager')).toBe(false);
});

test('docs/roles.md matches the output of `npm run publish-roles`', () => {
  const path = fileURLToPath(new URL('../../../docs/roles.md', import.meta.url));

  expect(readFileSync(path, 'utf8')).toBe(describeRoles(ALL_OPERATIONS));
});

test.each([
  ['a write for sessions', { method: 'PATCH', access: { role: 'manager', scope: 'decide' } }, true],
  ['a read', { method: 'GET', access: { role: 'manager', scope: 'read' } }, false],
  ['a write for tokens only', { method: 'POST', access: { role: null, scope: 'submit' } }, false],
  ['a write without a credential', { method: 'POST', access: 'public' }, false],
  [
    'the switch',
    { id: 'switchWorkspace', method: 'POST', access: { role: 'viewer', scope: null } },
    false,
  ],
] as const)('whether %s may name its workspace: %j, %s', (_, parts, names) => {
  expect(namesWorkspace({ ...operation('public'), ...parts })).toBe(names);
});
