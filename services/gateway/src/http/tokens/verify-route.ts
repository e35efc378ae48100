import { verifyToken } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

export const makeVerifyRoute = (deps: {
  readonly nameOfWorkspace: (workspaceId: string) => Promise<string | null>;
}): Route =>
  implement(verifyToken, async ({ principal }) => {
    const workspaceName = await deps.nameOfWorkspace(principal.workspaceId);
    if (principal.kind !== 'token' || workspaceName === null) {
      throw new AppError('UNAUTHENTICATED', 'The token is not valid.');
    }
    const { workspaceId, scopes } = principal;
    return { status: 200, body: { ok: true, workspaceId, workspaceName, scopes: [...scopes] } };
  });
