import {
  createToken,
  listTokens,
  parseInstant,
  revokeToken,
  rotateToken,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { MadeToken, WantedToken } from '../../use-cases/tokens/create-token.ts';
import type { NamedToken, TokenStore } from '../../use-cases/tokens/token-store.ts';
import type { WorkspaceRequest } from '../../use-cases/workspace-request.ts';

export interface TokenRoutesDeps {
  readonly listTokens: TokenStore['list'];
  readonly createToken: (request: WorkspaceRequest, wanted: WantedToken) => Promise<MadeToken>;
  readonly revokeToken: (request: WorkspaceRequest, id: string) => Promise<void>;
  readonly rotateToken: (request: WorkspaceRequest) => Promise<string>;
}

export const makeTokenRoutes = (deps: TokenRoutesDeps): readonly Route[] => [
  implement(listTokens, async ({ principal, query: { page, limit } }) => {
    const range = { offset: (page - 1) * limit, limit };
    const { items, total } = await deps.listTokens(principal.workspaceId, range);
    const shown = items.map((token) => ({ ...present(token), hint: token.hint }));
    return { status: 200, body: { items: shown, total, page, limit } };
  }),

  implement(createToken, async (request) => {
    const { name, scopes, expiresAt } = request.body;
    const wanted = { name, scopes, expiresAt: parseInstant(expiresAt ?? '', 'last') };
    const made = await deps.createToken(request, wanted);
    return { status: 201, body: { ...present(made), token: made.token } };
  }),

  implement(revokeToken, async (request) => {
    await deps.revokeToken(request, request.params.id);
    return { status: 200, body: { ok: true } };
  }),

  implement(rotateToken, async (request) => ({
    status: 200,
    body: { webhookToken: await deps.rotateToken(request) },
  })),
];

function present({ id, name, scopes, expiresAt, createdAt, lastUsedAt }: Omit<NamedToken, 'hint'>) {
  return {
    ...{ id, name, scopes: [...scopes] },
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
