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
  summary: 'The workspaces that you belong to',
  description: 'In the order in which you joined them, with your role in each.',
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
  summary: 'Act in another of your workspaces',
  description: 'Of this session alone, from its next request on.',
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
  summary: 'Erase a workspace, and everything that belongs to it',
  description:
    'The one that you act in, by its name as you type it. Its tokens, members and invitations are gone at ' +
    'once; outputs, files and all else within minutes, for good. Accounts of people stay.',
  tag: TAG,
  access: { role: 'admin', scope: null },
  params: IdParams,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: OkBody },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const WORKSPACE_OPERATIONS = [listWorkspaces, switchWorkspace, eraseWorkspace] as const;
