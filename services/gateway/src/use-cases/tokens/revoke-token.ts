import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import type { WorkspaceRequest } from '../workspace-request.ts';
import type { TokenStore } from './token-store.ts';

interface Deps {
  readonly store: Pick<TokenStore, 'change'>;
  readonly now: () => Date;
}

export const makeRevokeToken =
  ({ store, now }: Deps) =>
  /**
   * From the answer on nobody gets in with the token; what was accepted with it stays.
   *
   * @throws AppError NOT_FOUND.
   */
  (request: WorkspaceRequest, id: string): Promise<void> =>
    store.change(request, async (tokens, audit) => {
      const revoked = await tokens.revokeNamed(id, now());
      if (!revoked) throw new AppError('NOT_FOUND', 'There is no such token.');
      await audit({
        workspaceId: request.principal.workspaceId,
        action: 'token.revoked',
        target: { kind: 'token', id },
        before: { scopes: asIs(revoked.scopes) },
      });
    });
