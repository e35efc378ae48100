import type { Role } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Transaction } from '@output-review/runtime';
import { unredacted } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { publishPeople } from './announce.sql.ts';
import { takeBackAll } from './invitations.ts';
import { deleteMember, lockMembers, revokeTokens, setRole, tokensOf } from './members.sql.ts';
import { mayAs, type Member, type MemberToken } from './people.pure.ts';

interface Wanted {
  readonly origin: UserRequest;
  readonly userId: string;
  readonly staysAdmin: boolean;
}

/** @throws AppError NOT_FOUND, LAST_ADMIN, FORBIDDEN. */
export function giveRole(
  ctx: Context,
  origin: UserRequest,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<Member> {
  const { workspaceId } = origin.principal;
  return ctx.turns.transact(ctx, workspaceId, async (tx) => {
    const member = await lockMember(tx, { origin, userId, staysAdmin: role === 'admin' });
    if (member.role === role) return member;
    await setRole(tx, { workspaceId, userId, role });
    await publishPeople(tx, workspaceId, ctx.clock.now());
    tx.audit(origin, {
      ...{ workspaceId, action: 'member.role_changed', target: { kind: 'member', id: userId } },
      ...{ before: { role: unredacted(member.role) }, after: { role: unredacted(role) } },
    });
    // A former admin must have no open invitation left.
    if (member.role === 'admin') await takeBackAll(tx, origin, { userId, now: ctx.clock.now() });
    return { ...member, role };
  });
}

/**
 * Removes a member, and revokes the tokens that the member created and knows, except those to keep.
 *
 * @returns these tokens.
 * @throws AppError NOT_FOUND, LAST_ADMIN, FORBIDDEN; VALIDATION_FAILED if a token to keep is not among them.
 */
export function expelMember(
  ctx: Context,
  origin: UserRequest,
  { userId, keepTokens }: { readonly userId: string; readonly keepTokens: readonly string[] },
): Promise<readonly (MemberToken & { readonly revoked: boolean })[]> {
  const { workspaceId } = origin.principal;
  return ctx.turns.transact(ctx, workspaceId, async (tx) => {
    const { role, email } = await lockMember(tx, { origin, userId, staysAdmin: false });
    const tokens = (await tokensOf(tx, workspaceId, [userId])).map(({ token }) => token);
    refuseUnknown(keepTokens, tokens);
    await deleteMember(tx, workspaceId, userId);
    await publishPeople(tx, workspaceId, ctx.clock.now());
    const former = tokens.map((each) => ({ ...each, revoked: !keepTokens.includes(each.id) }));
    const revoked = former.filter((each) => each.revoked);
    const ids = revoked.map(({ id }) => id);
    await revokeTokens(tx, ids, { workspaceId, at: ctx.clock.now() });
    tx.audit(origin, {
      ...{ workspaceId, action: 'member.removed', target: { kind: 'member', id: userId } },
      before: { role: unredacted(role), email },
    });
    for (const { id, scopes } of revoked) {
      tx.audit(origin, {
        ...{ workspaceId, action: 'token.revoked', target: { kind: 'token', id } },
        before: { scopes: unredacted(scopes) },
      });
    }
    await takeBackAll(tx, origin, { userId, now: ctx.clock.now() });
    return former;
  });
}

function refuseUnknown(ids: readonly string[], tokens: readonly MemberToken[]): void {
  if (ids.every((id) => tokens.some((token) => token.id === id))) return;
  const keepTokens = 'Contains a token that this member did not create, or that is revoked.';
  throw new AppError('VALIDATION_FAILED', 'The request is not valid.', { fields: { keepTokens } });
}

/** Locks the member to change, and checks that the caller is still an admin. */
async function lockMember(
  tx: Transaction,
  { origin, userId, staysAdmin }: Wanted,
): Promise<Member> {
  const members = await lockMembers(tx, origin.principal.workspaceId);
  const member = members.find((each) => each.userId === userId);
  if (!member) throw new AppError('NOT_FOUND', 'There is no member with this ID.');
  const others = members.filter((each) => each !== member);
  if (!staysAdmin && member.role === 'admin' && !others.some(({ role }) => role === 'admin')) {
    throw new AppError(
      'LAST_ADMIN',
      'This is the only admin, and a workspace needs at least one. Make someone else an admin ' +
        'first.',
    );
  }
  // Another admin may have demoted the caller after this request was admitted.
  if (!mayAs('admin', members, origin.principal.userId)) {
    throw new AppError('FORBIDDEN', 'You are no longer an admin.');
  }
  return member;
}
