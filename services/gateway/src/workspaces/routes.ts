import { eraseWorkspace, listWorkspaces, switchWorkspace } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { sessionOf } from '../access/sessions.ts';
import { route } from '../context.ts';
import { switchWorkspace as switchSession, workspacesOf } from './workspaces.sql.ts';
import { eraseHere } from './workspaces.ts';

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
