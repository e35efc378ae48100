import {
  createGroup,
  deleteGroup as deleteGroupOperation,
  INTERNAL_OPERATIONS,
  listGroups,
  updateGroup,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { addGroup, changeGroup, deleteGroup, faultOfApprovers } from './groups.ts';
import { type Group, groupsOf } from './groups.sql.ts';

export const groupRoutes = [
  route(listGroups, async ({ db }, { principal }) => ({
    status: 200,
    body: (await groupsOf(db, principal.workspaceId)).map(presentGroup),
  })),
  route(createGroup, async (ctx, { body: { name, userIds = [] }, ...request }) => ({
    status: 201,
    body: presentGroup(await addGroup(ctx, request, { name, userIds })),
  })),
  route(updateGroup, async (ctx, { params: { id }, body: { name, userIds }, ...request }) => ({
    status: 200,
    body: presentGroup(await changeGroup(ctx, request, { id, name, userIds })),
  })),
  route(deleteGroupOperation, async (ctx, { params: { id }, query: { moveTo }, ...request }) => {
    await deleteGroup(ctx, request, { id, moveTo });
    return { status: 200, body: { ok: true } };
  }),
];

/** Called by the evaluator on the internal listener. */
export const checkGroupRoute = route(
  INTERNAL_OPERATIONS.checkApprovalGroup,
  async ({ db }, { body }) => ({ status: 200, body: { fault: await faultOfApprovers(db, body) } }),
);

function presentGroup({ id, name, userIds, createdAt }: Group) {
  return { id, name, userIds: [...userIds], createdAt: createdAt.toISOString() };
}
