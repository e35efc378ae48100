import { SCOPES } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { newId, newToken } from '@output-review/runtime';
import { unredacted } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { holdAsAdmin } from '../workspaces/workspaces.sql.ts';
import {
  countLiveTokens,
  insertToken,
  knownScopes,
  type NamedToken,
  revokeNamedToken,
  revokeWorkspaceToken,
  rotationsSince,
} from './tokens.sql.ts';

// Source: the interface.
const LIVE_TOKENS_MAX = 50;

type MadeToken = Omit<NamedToken, 'hint'> & { readonly token: string };

/** @throws AppError VALIDATION_FAILED, and CONFLICT if the workspace has the maximum number of tokens. */
export async function addToken(
  ctx: Context,
  request: UserRequest,
  wanted: Pick<NamedToken, 'name' | 'scopes' | 'expiresAt'>,
): Promise<MadeToken> {
  const { workspaceId } = request.principal;
  const createdAt = ctx.clock.now();
  const { name, expiresAt } = wanted;
  if (expiresAt !== null && expiresAt <= createdAt) {
    const message = 'Must be in the future.';
    throw new AppError('VALIDATION_FAILED', message, { fields: { expiresAt: message } });
  }
  const scopes = knownScopes(wanted.scopes);
  const made = { id: newId(), name, scopes, expiresAt, createdAt, token: newToken() };
  await ctx.turns.transact(ctx, workspaceId, async (tx) => {
    await holdAsAdmin(tx, request);
    if ((await countLiveTokens(tx, workspaceId, createdAt)) >= LIVE_TOKENS_MAX) {
      throw new AppError(
        'CONFLICT',
        `This workspace has ${LIVE_TOKENS_MAX} named tokens, the maximum. Revoke one first.`,
      );
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

// Source: the interface, five per hour. Each new token has its own submission window.
const ROTATIONS_MAX = 5;
const ROTATIONS_MS = 60 * 60_000;

/**
 * @param made creation times of the workspace tokens that people created within the hour, oldest first.
 * @throws AppError RATE_LIMITED.
 */
function refuseSixth(made: readonly Date[], at: Date): void {
  const oldest = made.at(-ROTATIONS_MAX);
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.getTime() + ROTATIONS_MS - at.getTime()) / 1_000);
  throw new AppError(
    'RATE_LIMITED',
    'The workspace token was rotated five times within the last hour. Try again later.',
    {
      retryAfterSeconds: Math.max(1, retryAfterSeconds),
    },
  );
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
