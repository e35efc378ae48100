import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { SCOPES } from '../principal.ts';
import { OneOf } from '../schema/nullable.ts';

export const verifyToken = defineOperation({
  id: 'verifyToken',
  method: 'GET',
  path: '/api/verify',
  owner: 'gateway',
  summary: 'Check a token',
  tag: 'Tokens',
  access: { role: null, scope: 'read' },
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      workspaceId: Type.String(),
      workspaceName: Type.String(),
      scopes: Type.Array(OneOf(SCOPES)),
    }),
  },
  errors: ['UNAUTHENTICATED'],
});

export const VERIFY_OPERATIONS = [verifyToken] as const;
