import { listWorkspaces, type Role, switchWorkspace } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import { sessionOf } from '../auth/request-session.ts';
import type { IdentifyDeps } from '../door/identify.ts';

export interface WorkspaceRoutesDeps extends IdentifyDeps {
  /** In the order in which they were joined. */
  readonly workspacesOf: (
    userId: string,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly role: Role }[]>;
  /** @returns false where the user of the session is no member there. */
  readonly switchWorkspace: (token: string, workspaceId: string) => Promise<boolean>;
}

export const makeWorkspaceRoutes = (deps: WorkspaceRoutesDeps): readonly Route[] => [
  implement(listWorkspaces, async ({ headers }) => {
    const { userId } = await sessionOf(deps, headers);
    const workspaces = await deps.workspacesOf(userId);
    return { status: 200, body: workspaces.map(({ id, name, role }) => ({ id, name, role })) };
  }),

  implement(switchWorkspace, async ({ headers, body }) => {
    const { token } = await sessionOf(deps, headers);
    if (!(await deps.switchWorkspace(token, body.workspaceId))) {
      throw new AppError('NOT_FOUND', 'You are in no workspace with this id.');
    }
    return { status: 200, body: { ok: true } };
  }),
];
