import { Type } from '@sinclair/typebox';

import { moveGroupRules } from '../internal/evaluation.ts';
import { moveGroupWork } from '../internal/review.ts';
import { operationsOf } from '../operation.ts';
import { PATCH, Timestamp } from '../schema/nullable.ts';
import { IdParams, Name, OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Members' });

const MANAGE = { role: 'manager', scope: null } as const;

/** Per workspace. One event contains all groups with their people. */
export const GROUPS_MAX = 100;

const UserIds = Type.Array(Type.String(), {
  maxItems: 500,
  description: 'Members of the workspace, of any role. Repeated IDs count once.',
});

const GroupSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  userIds: Type.Array(Type.String(), { description: 'In the order of the IDs.' }),
  createdAt: Timestamp,
});

export const listGroups = operation({
  id: 'listGroups',
  method: 'GET',
  path: '/api/groups',
  summary: 'List groups, by name',
  access: { role: 'reviewer', scope: null },
  responses: { 200: Type.Array(GroupSchema) },
});

export const createGroup = operation({
  id: 'createGroup',
  method: 'POST',
  path: '/api/groups',
  summary: 'Create a group of people',
  description: `A workspace can have ${GROUPS_MAX} groups. Their names are unique, ignoring case.`,
  access: MANAGE,
  body: Type.Object({ name: Name, userIds: Type.Optional(UserIds) }),
  responses: { 201: GroupSchema },
  errors: ['CONFLICT'],
});

export const updateGroup = operation({
  id: 'updateGroup',
  method: 'PATCH',
  path: '/api/groups/{id}',
  summary: 'Rename a group or change who is in it',
  description: '`userIds` replaces the members of the group.',
  access: MANAGE,
  params: IdParams,
  body: Type.Object({ name: Type.Optional(Name), userIds: Type.Optional(UserIds) }, PATCH),
  responses: { 200: GroupSchema },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const deleteGroup = operation({
  id: 'deleteGroup',
  method: 'DELETE',
  path: '/api/groups/{id}',
  summary: 'Delete a group',
  description:
    '`moveTo`, the ID of the group that replaces it, is required if the group or its people ' +
    'have undecided outputs, or if a project or task names it as its review or escalation ' +
    'group.',
  access: MANAGE,
  onward: [moveGroupRules, moveGroupWork],
  params: IdParams,
  query: Type.Object({ moveTo: Type.Optional(Type.String()) }),
  responses: { 200: OkBody },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const GROUP_OPERATIONS = [listGroups, createGroup, updateGroup, deleteGroup] as const;
