import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { SCOPES } from '../principal.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { IdParams, Name, OkBody, Page, PageQuery } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Tokens' });

const ADMIN = { role: 'admin', scope: null } as const;

const fields = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(OneOf(SCOPES)),
  expiresAt: Nullable(Timestamp),
  createdAt: Timestamp,
  lastUsedAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Accurate to the minute. Null before the first use.',
    }),
  ),
};

export const listTokens = operation({
  id: 'listTokens',
  method: 'GET',
  path: '/api/tokens',
  summary: 'List named tokens',
  description: 'Newest first. Includes expired tokens until they are revoked.',
  access: ADMIN,
  query: Type.Object(PageQuery),
  responses: {
    200: Page(
      Type.Object({
        ...fields,
        hint: Type.String({ description: 'The last 4 characters of the token.' }),
      }),
    ),
  },
});

export const createToken = operation({
  id: 'createToken',
  method: 'POST',
  path: '/api/tokens',
  summary: 'Create a named token',
  description:
    'Create one for each automation: each token has its own rate limit for submissions, and ' +
    'outputs show the name of the token that submitted them. The token is shown only once. A ' +
    'workspace can have at most 50 valid named tokens.',
  access: ADMIN,
  body: Type.Object({
    name: Name,
    scopes: Type.Array(OneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length }),
    expiresAt: Type.Optional(
      Type.String({
        format: 'instant',
        description: 'Must be in the future. If omitted, the token never expires.',
      }),
    ),
  }),
  responses: { 201: Type.Object({ ...fields, token: Type.String() }) },
  errors: ['CONFLICT'],
});

export const revokeToken = operation({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/api/tokens/{id}',
  summary: 'Revoke a named token',
  description: 'The token is refused from the next request on, on every gateway instance.',
  access: ADMIN,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const rotateToken = operation({
  id: 'rotateToken',
  method: 'POST',
  path: '/api/settings/rotate-token',
  summary: 'Rotate the workspace token',
  description:
    'The previous token, if any, is refused from the next request on. The new token is shown ' +
    'only once. Limited to 5 calls per hour.',
  access: ADMIN,
  responses: { 200: Type.Object({ webhookToken: Type.String() }) },
  errors: ['RATE_LIMITED'],
});

export const verifyToken = operation({
  id: 'verifyToken',
  method: 'GET',
  path: '/api/verify',
  summary: 'Verify a token',
  access: { role: null, scope: 'read' },
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      workspaceId: Type.String(),
      workspaceName: Type.String(),
      scopes: Type.Array(OneOf(SCOPES)),
    }),
  },
});

export const TOKEN_OPERATIONS = [
  listTokens,
  createToken,
  revokeToken,
  rotateToken,
  verifyToken,
] as const;
