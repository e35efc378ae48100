import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { OneOf } from '../schema/nullable.ts';
import { IdParams, OkBody } from './shared.ts';

const TAG = 'Workspaces';

export const listWorkspaces = defineOperation({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/api/workspaces',
  owner: 'gateway',
  summary: 'List your workspaces',
  description: 'Listed in the order in which you joined them, with your role in each.',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: OneOf(ROLES) })),
  },
  errors: ['UNAUTHENTICATED'],
});

export const switchWorkspace = defineOperation({
  id: 'switchWorkspace',
  method: 'POST',
  path: '/api/workspaces/switch',
  owner: 'gateway',
  summary: 'Switch to another workspace',
  description: 'Applies only to this session, from its next request on.',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  body: Type.Object({ workspaceId: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const eraseWorkspace = defineOperation({
  id: 'eraseWorkspace',
  method: 'DELETE',
  path: '/api/workspaces/{id}',
  owner: 'gateway',
  summary: 'Erase a workspace',
  description:
    'Erases the workspace that you act in, and everything that belongs to it. To confirm, send ' +
    'its name. Tokens, members and invitations are deleted immediately; outputs, files and ' +
    'everything else within minutes. This cannot be undone. People keep their accounts.',
  tag: TAG,
  access: { role: 'admin', scope: null },
  params: IdParams,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const WORKSPACE_OPERATIONS = [listWorkspaces, switchWorkspace, eraseWorkspace] as const;
