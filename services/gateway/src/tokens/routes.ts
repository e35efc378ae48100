import {
  createToken,
  listTokens,
  parseInstant,
  revokeToken,
  rotateToken,
  verifyToken,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { route } from '../context.ts';
import { nameOfWorkspace } from '../workspaces/workspaces.sql.ts';
import { listTokens as listNamedTokens, type NamedToken } from './tokens.sql.ts';
import { addToken, endToken, renewToken } from './tokens.ts';

export const tokenRoutes = [
  route(listTokens, async ({ db }, { principal, query: { page, limit } }) => {
    const range = { offset: (page - 1) * limit, limit };
    const { items, total } = await listNamedTokens(db, principal.workspaceId, range);
    const shown = items.map((token) => ({ ...present(token), hint: token.hint }));
    return { status: 200, body: { items: shown, total, page, limit } };
  }),
  route(createToken, async (ctx, request) => {
    const { name, scopes, expiresAt } = request.body;
    const wanted = { name, scopes, expiresAt: parseInstant(expiresAt ?? '', 'last') };
    const made = await addToken(ctx, request, wanted);
    return { status: 201, body: { ...present(made), token: made.token } };
  }),
  route(revokeToken, async (ctx, request) => {
    await endToken(ctx, request, request.params.id);
    return { status: 200, body: { ok: true } };
  }),
  route(rotateToken, async (ctx, request) => ({
    status: 200,
    body: { webhookToken: await renewToken(ctx, request) },
  })),
  route(verifyToken, async ({ db }, { principal }) => {
    const workspaceName = await nameOfWorkspace(db, principal.workspaceId);
    if (principal.kind !== 'token' || workspaceName === null) {
      throw new AppError('UNAUTHENTICATED', 'The token is not valid.');
    }
    const { workspaceId, scopes } = principal;
    return { status: 200, body: { ok: true, workspaceId, workspaceName, scopes: [...scopes] } };
  }),
];

function present({ id, name, scopes, expiresAt, createdAt, lastUsedAt }: Omit<NamedToken, 'hint'>) {
  return {
    ...{ id, name, scopes: [...scopes] },
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
