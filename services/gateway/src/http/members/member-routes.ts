import {
  type AnswerOf,
  changeMember,
  listMembers,
  removeMember,
  type Role,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { ListedMember, Member } from '../../domain/people/members.ts';
import type { AdminOrigin, FormerToken, Removal } from '../../use-cases/people/change-member.ts';
import type { PeopleStore } from '../../use-cases/people/people-store.ts';
import { adminOf } from './admin-of.ts';

export interface MemberRoutesDeps {
  readonly store: Pick<PeopleStore, 'listMembers'>;
  readonly changeMember: (
    origin: AdminOrigin,
    change: { readonly userId: string; readonly role: Role },
  ) => Promise<Member>;
  readonly removeMember: (origin: AdminOrigin, removal: Removal) => Promise<readonly FormerToken[]>;
}

export const makeMemberRoutes = (deps: MemberRoutesDeps): readonly Route[] => [
  implement(listMembers, async ({ principal, query }) => {
    const { page, limit } = query;
    const { items, total } = await deps.store.listMembers(principal.workspaceId, { page, limit });
    return { status: 200, body: { items: items.map(presentListed), total, page, limit } };
  }),

  implement(changeMember, async ({ params, body, ...request }) => {
    const change = { userId: params.userId, role: body.role };
    return { status: 200, body: present(await deps.changeMember(adminOf(request), change)) };
  }),

  implement(removeMember, async ({ params, query, ...request }) => {
    const keepTokens = (query.keepTokens ?? '').split(',').flatMap((id) => id.trim() || []);
    const removal = { userId: params.userId, keepTokens };
    const tokens = await deps.removeMember(adminOf(request), removal);
    const former = tokens.map(({ id, name, revoked }) => ({ id, name, revoked }));
    return { status: 200, body: { ok: true, tokens: former } };
  }),
];

function presentListed({ tokens, ...member }: ListedMember) {
  return {
    ...present(member),
    tokens: tokens.map(({ id, name, hint, lastUsedAt }) => ({
      ...{ id, name, hint },
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

function present({ userId, name, email, role, joinedAt }: Member): AnswerOf<typeof changeMember> {
  return { userId, name, email, role, joinedAt: joinedAt.toISOString() };
}
