import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { SCOPES } from '../principal.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { IdParams, Name, OkBody, Page, PageQuery } from './shared.ts';

const TAG = 'Tokens';

const ADMIN = { role: 'admin', scope: null } as const;

const fields = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(OneOf(SCOPES)),
  expiresAt: Nullable(Timestamp),
  createdAt: Timestamp,
  lastUsedAt: Nullable(
    Type.String({ format: 'date-time', description: 'To the minute; null before the first use.' }),
  ),
};

export const listTokens = defineOperation({
  id: 'listTokens',
  method: 'GET',
  path: '/api/tokens',
  owner: 'gateway',
  summary: 'List the named tokens of the workspace',
  description: 'Newest first; those that expired too, until they are revoked.',
  tag: TAG,
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
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
});

export const createToken = defineOperation({
  id: 'createToken',
  method: 'POST',
  path: '/api/tokens',
  owner: 'gateway',
  summary: 'Make a named token',
  description:
    'One for each automation: it has a window of submissions of its own, and what it submits bears ' +
    'its name. The token is shown this once. A workspace has at most 50 that are good.',
  tag: TAG,
  access: ADMIN,
  body: Type.Object({
    name: Name,
    scopes: Type.Array(OneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length }),
    expiresAt: Type.Optional(
      Type.String({ format: 'instant', description: 'In the future; without it never.' }),
    ),
  }),
  responses: { 201: Type.Object({ ...fields, token: Type.String() }) },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'CONFLICT'],
});

export const revokeToken = defineOperation({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/api/tokens/{id}',
  owner: 'gateway',
  summary: 'Revoke a named token',
  description: 'It is dead for the next request, wherever that comes in.',
  tag: TAG,
  access: ADMIN,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const rotateToken = defineOperation({
  id: 'rotateToken',
  method: 'POST',
  path: '/api/settings/rotate-token',
  owner: 'gateway',
  summary: 'Make a new workspace token',
  description:
    'The former one, if there was one, is dead for the next request. The new one is shown this once. ' +
    'Five times an hour.',
  tag: TAG,
  access: ADMIN,
  responses: { 200: Type.Object({ webhookToken: Type.String() }) },
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
});

export const TOKEN_OPERATIONS = [listTokens, createToken, revokeToken, rotateToken] as const;
