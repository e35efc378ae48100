import {
  type AnswerOf,
  changeMember,
  listMembers,
  removeMember,
  type Role,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Member } from '../../domain/people/members.ts';
import type { AdminOrigin } from '../../use-cases/people/change-member.ts';
import type { PeopleStore } from '../../use-cases/people/people-store.ts';
import { adminOf } from './admin-of.ts';

export interface MemberRoutesDeps {
  readonly store: Pick<PeopleStore, 'listMembers'>;
  readonly changeMember: (
    origin: AdminOrigin,
    change: { readonly userId: string; readonly role: Role },
  ) => Promise<Member>;
  readonly removeMember: (origin: AdminOrigin, userId: string) => Promise<void>;
}

export const makeMemberRoutes = (deps: MemberRoutesDeps): readonly Route[] => [
  implement(listMembers, async ({ principal, query }) => {
    const { page, limit } = query;
    const { items, total } = await deps.store.listMembers(principal.workspaceId, { page, limit });
    return { status: 200, body: { items: items.map(present), total, page, limit } };
  }),

  implement(changeMember, async ({ params, body, ...request }) => {
    const change = { userId: params.userId, role: body.role };
    return { status: 200, body: present(await deps.changeMember(adminOf(request), change)) };
  }),

  implement(removeMember, async ({ params, ...request }) => {
    await deps.removeMember(adminOf(request), params.userId);
    return { status: 200, body: { ok: true } };
  }),
];

function present({ userId, name, email, role, joinedAt }: Member): AnswerOf<typeof changeMember> {
  return { userId, name, email, role, joinedAt: joinedAt.toISOString() };
}
