import { SCOPES } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import { userOf, type WorkspaceRequest } from '../workspace-request.ts';
import type { TokenStore } from './token-store.ts';

interface Deps {
  readonly store: Pick<TokenStore, 'change'>;
  readonly newId: () => string;
  readonly newToken: () => string;
  readonly now: () => Date;
}

// Source: the interface, five an hour. Each new token has a window of submissions of its own.
const ROTATIONS_MAX = 5;
const HOUR_MS = 60 * 60_000;

export const makeRotateToken =
  ({ store, newId, newToken, now }: Deps) =>
  /**
   * Makes a new workspace token, and the former one dead in the same moment.
   *
   * @returns the token.
   * @throws AppError RATE_LIMITED.
   */
  (request: WorkspaceRequest): Promise<string> =>
    store.change(request, async (tokens, audit) => {
      const at = now();
      const made = await tokens.rotationsSince(new Date(at.getTime() - HOUR_MS));
      refuseSixth(made, at);
      const formerId = await tokens.revokeWorkspaceToken(at);
      const fresh = { id: newId(), name: null, scopes: SCOPES, token: newToken() };
      const { userId } = userOf(request);
      await tokens.insert({ ...fresh, userId, expiresAt: null, createdAt: at });
      await audit({
        workspaceId: request.principal.workspaceId,
        action: 'token.rotated',
        target: { kind: 'token', id: fresh.id },
        before: { id: asIs(formerId) },
        after: { id: asIs(fresh.id) },
      });
      return fresh.token;
    });

function refuseSixth(made: readonly Date[], at: Date): void {
  const oldest = made.at(-ROTATIONS_MAX);
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.getTime() + HOUR_MS - at.getTime()) / 1_000);
  throw new AppError('RATE_LIMITED', 'The token was made anew five times within the hour.', {
    retryAfterSeconds: Math.max(1, retryAfterSeconds),
  });
}
