import {
  createInvitation,
  getInvitation,
  listInvitations,
  revokeInvitation,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { ListedInvitation } from '../../domain/people/invitation.ts';
import type { AdminOrigin } from '../../use-cases/people/change-member.ts';
import type { InvitationWanted } from '../../use-cases/people/invite.ts';
import type { PeopleStore } from '../../use-cases/people/people-store.ts';
import { adminOf } from './admin-of.ts';

export interface InvitationRoutesDeps {
  readonly store: Pick<PeopleStore, 'listInvitations' | 'findInvitation'>;
  readonly invite: (
    origin: AdminOrigin,
    wanted: InvitationWanted,
  ) => Promise<ListedInvitation & { readonly token: string }>;
  readonly revokeInvitation: (origin: AdminOrigin, id: string) => Promise<void>;
  readonly linkOfInvitation: (token: string) => string;
}

export const makeInvitationRoutes = (deps: InvitationRoutesDeps): readonly Route[] => [
  implement(listInvitations, async ({ principal, query }) => {
    const { page, limit } = query;
    const paging = { page, limit };
    const { items, total } = await deps.store.listInvitations(principal.workspaceId, paging);
    return { status: 200, body: { items: items.map(present), total, page, limit } };
  }),

  implement(createInvitation, async ({ body, ...request }) => {
    const wanted = { email: body.email ?? null, role: body.role };
    const { token, ...invitation } = await deps.invite(adminOf(request), wanted);
    const link = deps.linkOfInvitation(token);
    return { status: 201, body: { ...present(invitation), token, link } };
  }),

  implement(revokeInvitation, async ({ params, ...request }) => {
    await deps.revokeInvitation(adminOf(request), params.id);
    return { status: 200, body: { ok: true } };
  }),

  implement(getInvitation, async ({ params }) => {
    const found = await deps.store.findInvitation(params.token);
    if (!found) throw new AppError('NOT_FOUND', 'This invitation is not good any more.');
    const { workspaceName, role, email, expiresAt } = found;
    return {
      status: 200,
      body: { workspaceName, role, email, expiresAt: expiresAt.toISOString() },
    };
  }),
];

function present({ id, email, role, createdBy, createdAt, expiresAt }: ListedInvitation) {
  return {
    ...{ id, email, role, createdBy },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
