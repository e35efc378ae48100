import { eraseWorkspace } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { AdminOrigin } from '../../use-cases/people/change-member.ts';
import type { EraseRequest } from '../../use-cases/workspaces/erase-workspace.ts';
import { adminOf } from '../members/admin-of.ts';

export interface EraseRouteDeps {
  readonly eraseWorkspace: (origin: AdminOrigin, request: EraseRequest) => Promise<void>;
}

export const makeEraseWorkspaceRoute = (deps: EraseRouteDeps): Route =>
  implement(eraseWorkspace, async ({ params, body, ...request }) => {
    const wanted = { workspaceId: params.id, name: body.name };
    await deps.eraseWorkspace(adminOf(request), wanted);
    return { status: 200, body: { ok: true } };
  });
