import type { Operation } from '@output-review/contracts';
import { hasBody, type Identity, type Route, type RouteContext } from '@output-review/runtime';

import type {
  ForwardContext,
  OwnerAnswer,
  OwnerRequest,
} from '../../use-cases/forwarding/forward.ts';
import { toOwnerRequest } from './owner-request.ts';
import { passedAnswerHeaders } from './passed-headers.ts';

export type Forward = (request: OwnerRequest, context: ForwardContext) => Promise<OwnerAnswer>;

/**
 * Forwards an operation to the service that owns it.
 *
 * A body is read to its end first: a slow one must not occupy the owner, and a request may have to
 * be sent twice. The answer flows through as it comes.
 */
export const makeForwardRoute = (operation: Operation, forward: Forward): Route => ({
  operation,
  async respond(ctx, tools) {
    const identity = operation.access === 'public' ? null : await tools.identify(ctx, operation);
    const body =
      operation.body && hasBody(ctx.req)
        ? await tools.takeBody(ctx, operation, identity?.principal ?? null)
        : null;
    const clientAddress = tools.clientAddressOf(ctx);
    const hangUp = new AbortController();
    const abort = (): void => hangUp.abort();
    ctx.res.once('close', abort);
    try {
      const request = toOwnerRequest(ctx, operation, {
        identity,
        clientAddress,
        signal: hangUp.signal,
      });
      const json = body && { body: body.text, headers: withJson(request.headers) };
      const answer = await forward({ ...request, ...json }, contextOf(ctx, operation, identity));
      present(ctx, answer);
    } finally {
      body?.release();
    }
  },
});

function withJson(headers: OwnerRequest['headers']): OwnerRequest['headers'] {
  return { ...headers, 'content-type': 'application/json' };
}

function contextOf(
  ctx: RouteContext,
  operation: Operation,
  identity: Identity | null,
): ForwardContext {
  const principal = identity?.principal;
  return {
    workspaceId: principal && 'workspaceId' in principal ? principal.workspaceId : '',
    outputId: operation.path.startsWith('/api/logs/{id}') ? (ctx.params['id'] ?? null) : null,
    requestId: ctx.state.requestId,
  };
}

function present(ctx: RouteContext, answer: OwnerAnswer): void {
  ctx.body = answer.body;
  ctx.set(passedAnswerHeaders(answer.headers));
  ctx.status = answer.status;
}
