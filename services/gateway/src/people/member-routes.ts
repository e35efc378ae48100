import {
  acceptInvitation,
  type AnswerOf,
  changeMember,
  createInvitation,
  getInvitation,
  INTERNAL_OPERATIONS,
  listInvitations,
  listMembers,
  listPeople,
  removeMember,
  revokeInvitation,
} from '@output-review/contracts';

import { clientInfoOf, type Headers } from '../access/requests.ts';
import { userOfSession } from '../access/sessions.sql.ts';
import { cookiesOf, requireOrigin, requireOriginIfNamed, tokensIn } from '../access/sessions.ts';
import { type Context, route } from '../context.ts';
import { findInvitation, pageOfInvitations } from './invitations.sql.ts';
import { acceptBy, type Accepting, invite, noInvitation, takeBack } from './invitations.ts';
import { approversOf } from './approvers.sql.ts';
import { pageOfMembers, peopleOf } from './members.sql.ts';
import { expelMember, giveRole } from './members.ts';
import { linkOf, type ListedInvitation, type ListedMember, type Member } from './people.pure.ts';

/** Members and invitations of a workspace. */
export const memberRoutes = [
  route(listMembers, async ({ db }, { principal, query: { page, limit } }) => {
    const { items, total } = await pageOfMembers(db, principal.workspaceId, { page, limit });
    return { status: 200, body: { items: items.map(presentListed), total, page, limit } };
  }),

  route(listPeople, async ({ db }, { principal }) => {
    return { status: 200, body: await peopleOf(db, principal.workspaceId) };
  }),

  route(changeMember, async (ctx, { params, body, ...request }) => {
    const change = { userId: params.userId, role: body.role };
    return { status: 200, body: presentMember(await giveRole(ctx, request, change)) };
  }),

  route(removeMember, async (ctx, { params, query, ...request }) => {
    const keepTokens = (query.keepTokens ?? '').split(',').flatMap((id) => id.trim() || []);
    const removal = { userId: params.userId, keepTokens };
    const tokens = await expelMember(ctx, request, removal);
    const former = tokens.map(({ id, name, revoked }) => ({ id, name, revoked }));
    return { status: 200, body: { ok: true, tokens: former } };
  }),

  route(listInvitations, async ({ db, clock }, { principal, query: { page, limit } }) => {
    const paging = { page, limit, now: clock.now() };
    const { items, total } = await pageOfInvitations(db, principal.workspaceId, paging);
    return { status: 200, body: { items: items.map(presentInvitation), total, page, limit } };
  }),

  route(createInvitation, async (ctx, { body, ...request }) => {
    const wanted = { email: body.email ?? null, role: body.role };
    const { token, ...invitation } = await invite(ctx, request, wanted);
    const link = linkOf(ctx.listener.url, 'invitation', token);
    return { status: 201, body: { ...presentInvitation(invitation), token, link } };
  }),

  route(revokeInvitation, async (ctx, { params, ...request }) => {
    await takeBack(ctx, request, params.id);
    return { status: 200, body: { ok: true } };
  }),

  route(getInvitation, async ({ db, clock, limiter }, { params, clientAddress }) => {
    await limiter.limitTries(clientAddress);
    const found = await findInvitation(db, params.token, clock.now());
    if (!found) throw noInvitation();
    const { workspaceName, role, email, expiresAt } = found;
    return {
      status: 200,
      body: { workspaceName, role, email, expiresAt: expiresAt.toISOString() },
    };
  }),

  route(acceptInvitation, async (ctx, { params, body, headers, ...request }) => {
    await ctx.limiter.limitTries(request.clientAddress);
    const signedIn = await signedInUser(ctx, headers);
    // Otherwise a foreign page could make its visitor join a workspace.
    if (signedIn) requireOrigin(ctx, headers);
    else requireOriginIfNamed(ctx, headers);
    const { name = null, email = null, password = null } = body ?? {};
    const accepting = signedIn ?? ({ kind: 'newcomer', name, email, password } as const);
    const client = clientInfoOf({ headers, ...request });
    const accepted = await acceptBy(ctx, params.token, { accepting, client });
    const { workspaceId, needsVerification, session } = accepted;
    const cookie = session === null ? null : ctx.cookie.write(session, { isRemembered: true });
    return {
      status: 200,
      ...(cookie !== null && { headers: { 'Set-Cookie': cookie } }),
      body: { ok: true, workspaceId, needsVerification },
    };
  }),
];

/** Called by other services on the internal listener. */
export const approverRoutes = [
  route(INTERNAL_OPERATIONS.findApprovers, async ({ db }, { body }) => ({
    status: 200,
    body: await approversOf(db, body),
  })),
];

/** The user of the session, also one without a workspace. */
async function signedInUser(
  ctx: Context,
  headers: Headers,
): Promise<Extract<Accepting, { kind: 'user' }> | null> {
  for (const session of tokensIn(ctx.cookie, cookiesOf(ctx, headers))) {
    const user = await userOfSession(ctx.db, session, ctx.clock.now());
    if (user) return { kind: 'user', ...user, session };
  }
  return null;
}

function presentListed({ tokens, ...member }: ListedMember) {
  return {
    ...presentMember(member),
    tokens: tokens.map(({ id, name, hint, lastUsedAt }) => ({
      ...{ id, name, hint },
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

function presentMember({
  userId,
  name,
  email,
  role,
  joinedAt,
}: Member): AnswerOf<typeof changeMember> {
  return { userId, name, email, role, joinedAt: joinedAt.toISOString() };
}

function presentInvitation({ id, email, role, createdBy, createdAt, expiresAt }: ListedInvitation) {
  return {
    ...{ id, email, role, createdBy },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
