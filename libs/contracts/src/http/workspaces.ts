import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { OneOf } from '../schema/nullable.ts';
import { IdParams, OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Workspaces' });

export const listWorkspaces = operation({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/api/workspaces',
  summary: 'List your workspaces',
  description: 'Listed in the order in which you joined them, with your role in each.',
  access: { role: 'viewer', scope: null },
  responses: {
    200: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: OneOf(ROLES) })),
  },
});

export const switchWorkspace = operation({
  id: 'switchWorkspace',
  method: 'POST',
  path: '/api/workspaces/switch',
  summary: 'Switch to another workspace',
  description: 'Applies only to this session, from its next request on.',
  access: { role: 'viewer', scope: null },
  body: Type.Object({ workspaceId: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const eraseWorkspace = operation({
  id: 'eraseWorkspace',
  method: 'DELETE',
  path: '/api/workspaces/{id}',
  summary: 'Erase a workspace',
  description:
    'Erases the workspace that you act in, and everything that belongs to it. To confirm, send ' +
    'its name. Tokens, members and invitations are deleted immediately; outputs, files and ' +
    'everything else within minutes. This cannot be undone. People keep their accounts. Messages ' +
    'of the Slack app are emptied as far as Slack allows it within that time; what went to other ' +
    'channels, webhooks and callbacks stays there.',
  access: { role: 'admin', scope: null },
  params: IdParams,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: OkBody },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const WORKSPACE_OPERATIONS = [listWorkspaces, switchWorkspace, eraseWorkspace] as const;
