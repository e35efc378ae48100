import { SCOPES } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';
import { unredacted } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import { newSecret } from '../access/secrets.ts';
import type { Context } from '../context.ts';
import { holdAsAdmin } from '../workspaces/workspaces.sql.ts';
import {
  knownScopes,
  LIVE_TOKENS_MAX,
  type MadeToken,
  refusePast,
  refuseSixth,
  ROTATIONS_MS,
  tooManyTokens,
  type WantedToken,
} from './tokens.pure.ts';
import {
  countLiveTokens,
  insertToken,
  revokeNamedToken,
  revokeWorkspaceToken,
  rotationsSince,
} from './tokens.sql.ts';

const newToken = (): string => `wh-${newSecret()}`;

/** @throws AppError VALIDATION_FAILED, and CONFLICT if the workspace has the maximum number of tokens. */
export async function addToken(
  ctx: Context,
  request: UserRequest,
  wanted: WantedToken,
): Promise<MadeToken> {
  const { workspaceId } = request.principal;
  const createdAt = ctx.clock.now();
  refusePast(wanted.expiresAt, createdAt);
  const scopes = knownScopes(wanted.scopes);
  const { name, expiresAt } = wanted;
  const made = { id: newId(), name, scopes, expiresAt, createdAt, token: newToken() };
  await ctx.turns.transact(ctx, workspaceId, async (tx) => {
    await holdAsAdmin(tx, request);
    if ((await countLiveTokens(tx, workspaceId, createdAt)) >= LIVE_TOKENS_MAX) {
      throw tooManyTokens();
    }
    await insertToken(tx, workspaceId, { ...made, userId: request.principal.userId });
    tx.audit(request, {
      ...{ workspaceId, action: 'token.created', target: { kind: 'token', id: made.id } },
      after: {
        name,
        scopes: unredacted(scopes),
        expiresAt: unredacted(expiresAt?.toISOString() ?? null),
      },
    });
  });
  return { ...made, lastUsedAt: null };
}

/**
 * Revokes a token: it is refused from the answer on. Outputs accepted with it stay.
 *
 * @throws AppError NOT_FOUND.
 */
export function endToken(ctx: Context, request: UserRequest, id: string): Promise<void> {
  const { workspaceId } = request.principal;
  return ctx.turns.transact(ctx, workspaceId, async (tx) => {
    await holdAsAdmin(tx, request);
    const revoked = await revokeNamedToken(tx, id, { workspaceId, at: ctx.clock.now() });
    if (!revoked) throw new AppError('NOT_FOUND', 'There is no token with this ID.');
    tx.audit(request, {
      ...{ workspaceId, action: 'token.revoked', target: { kind: 'token', id } },
      before: { scopes: unredacted(revoked.scopes) },
    });
  });
}

/**
 * Creates a new workspace token and revokes the former one in the same transaction.
 *
 * @returns the token.
 * @throws AppError RATE_LIMITED.
 */
export function renewToken(ctx: Context, request: UserRequest): Promise<string> {
  const { workspaceId } = request.principal;
  return ctx.turns.transact(ctx, workspaceId, async (tx) => {
    await holdAsAdmin(tx, request);
    const at = ctx.clock.now();
    const since = new Date(at.getTime() - ROTATIONS_MS);
    refuseSixth(await rotationsSince(tx, workspaceId, since), at);
    const formerId = await revokeWorkspaceToken(tx, { workspaceId, at });
    const fresh = { id: newId(), name: null, scopes: SCOPES, token: newToken() };
    const { userId } = request.principal;
    await insertToken(tx, workspaceId, { ...fresh, userId, expiresAt: null, createdAt: at });
    tx.audit(request, {
      ...{ workspaceId, action: 'token.rotated', target: { kind: 'token', id: fresh.id } },
      ...{ before: { id: unredacted(formerId) }, after: { id: unredacted(fresh.id) } },
    });
    return fresh.token;
  });
}
