import { eraseWorkspace, listWorkspaces, switchWorkspace } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { UserRequest } from '../access/requests.ts';
import { sessionOf } from '../access/sessions.ts';
import { type Context, route } from '../context.ts';
import {
  endWorkspace,
  holdAsAdmin,
  publishWorkspace,
  switchWorkspace as switchSession,
  workspacesOf,
} from './workspaces.sql.ts';

export const workspaceRoutes = [
  route(listWorkspaces, async (ctx, { headers }) => {
    const { userId } = await sessionOf(ctx, headers);
    const workspaces = await workspacesOf(ctx.db, userId);
    return { status: 200, body: workspaces.map(({ id, name, role }) => ({ id, name, role })) };
  }),
  route(switchWorkspace, async (ctx, { headers, body }) => {
    const { token } = await sessionOf(ctx, headers);
    if (!(await switchSession(ctx.db, token, body.workspaceId))) {
      throw new AppError('NOT_FOUND', 'You are not a member of a workspace with this ID.');
    }
    return { status: 200, body: { ok: true } };
  }),
  route(eraseWorkspace, async (ctx, { params, body, ...request }) => {
    await eraseHere(ctx, request, { workspaceId: params.id, name: body.name });
    return { status: 200, body: { ok: true } };
  }),
];

/**
 * Ends a workspace: all access is refused from the answer on, and its data is erased in every service within minutes.
 * The admin must type its name.
 *
 * @throws AppError NOT_FOUND if it is not the workspace that the admin acts in, or is already being erased; FORBIDDEN;
 *   VALIDATION_FAILED if the name does not match.
 */
async function eraseHere(
  ctx: Context,
  origin: UserRequest,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
): Promise<void> {
  if (workspaceId !== origin.principal.workspaceId) {
    throw new AppError(
      'NOT_FOUND',
      'Your session does not act in a workspace with this ID. Switch to it first.',
    );
  }
  await ctx.turns.transact(ctx, workspaceId, async (tx) => {
    if ((await holdAsAdmin(tx, origin)) !== name) {
      const message = 'Is not the name of this workspace.';
      throw new AppError('VALIDATION_FAILED', message, { fields: { name: message } });
    }
    await endWorkspace(tx, workspaceId, ctx.clock.now());
    await publishWorkspace(tx, workspaceId, ctx.clock.now());
  });
}
