import { type Scope, SCOPES } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import { userOf, type WorkspaceRequest } from '../workspace-request.ts';
import type { NamedToken, TokenStore } from './token-store.ts';

interface Deps {
  readonly store: Pick<TokenStore, 'change'>;
  readonly newId: () => string;
  readonly newToken: () => string;
  readonly now: () => Date;
}

export interface WantedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for never. */
  readonly expiresAt: Date | null;
}

export type MadeToken = Omit<NamedToken, 'hint'> & { readonly token: string };

// Source: the interface.
const LIVE_TOKENS_MAX = 50;

export const makeCreateToken =
  ({ store, newId, newToken, now }: Deps) =>
  /** @throws AppError VALIDATION_FAILED, and CONFLICT where the workspace has as many as it may. */
  async (request: WorkspaceRequest, wanted: WantedToken): Promise<MadeToken> => {
    const createdAt = now();
    refusePast(wanted.expiresAt, createdAt);
    const scopes = SCOPES.filter((scope) => wanted.scopes.includes(scope));
    const { name, expiresAt } = wanted;
    const made = { id: newId(), name, scopes, expiresAt, createdAt, token: newToken() };
    await store.change(request, async (tokens, audit) => {
      if ((await tokens.countLive(createdAt)) >= LIVE_TOKENS_MAX) throw tooMany();
      await tokens.insert({ ...made, userId: userOf(request).userId });
      await audit({
        workspaceId: request.principal.workspaceId,
        action: 'token.created',
        target: { kind: 'token', id: made.id },
        after: { name, scopes: asIs(scopes), expiresAt: asIs(expiresAt?.toISOString() ?? null) },
      });
    });
    return { ...made, lastUsedAt: null };
  };

function refusePast(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  const message = 'Must be in the future.';
  throw new AppError('VALIDATION_FAILED', message, { fields: { expiresAt: message } });
}

function tooMany(): AppError {
  return new AppError(
    'CONFLICT',
    `This workspace has ${LIVE_TOKENS_MAX} named tokens. Revoke one first.`,
  );
}
