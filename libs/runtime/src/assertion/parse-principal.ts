import { type Principal, ROLES, SCOPES, SERVICES } from '@output-review/contracts';

/** Reads a principal out of the claims of an assertion; null where it is none. */
export function parsePrincipal(value: unknown): Principal | null {
  if (typeof value !== 'object' || value === null) return null;
  const claim = value as Record<string, unknown>;
  switch (claim['kind']) {
    case 'user':
      return parseUser(claim);
    case 'token':
      return parseToken(claim);
    case 'service':
      return parseService(claim);
    case 'operator':
      return { kind: 'operator' };
    default:
      return null;
  }
}

function parseUser({ workspaceId, userId, email, role }: Record<string, unknown>) {
  const known = ROLES.find((each) => each === role);
  if (!known || !isText(workspaceId) || !isText(userId) || !isText(email)) return null;
  return { kind: 'user', workspaceId, userId, email, role: known } as const;
}

function parseToken({ workspaceId, tokenId, name, scopes }: Record<string, unknown>) {
  if (!isText(workspaceId) || !isText(tokenId) || !Array.isArray(scopes)) return null;
  if (name !== null && !isText(name)) return null;
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  return { kind: 'token', workspaceId, tokenId, name, scopes: known } as const;
}

function parseService({ service }: Record<string, unknown>) {
  const known = SERVICES.find((each) => each === service);
  return known ? ({ kind: 'service', service: known } as const) : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
