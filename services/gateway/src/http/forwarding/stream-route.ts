import type { Operation } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Route, RouteContext } from '@output-review/runtime';

import type { OwnerAnswer, SendToOwner } from '../../use-cases/forwarding/forward.ts';
import { sessionOf } from '../auth/request-session.ts';
import type { IdentifyDeps } from '../door/identify.ts';
import { toOwnerRequest } from './owner-request.ts';
import { passedAnswerHeaders } from './passed-headers.ts';
import type { SessionStreams } from './session-streams.ts';

export interface StreamRouteDeps {
  /** Over connections of its own: streams keep theirs. */
  readonly send: SendToOwner;
  readonly signIn: Pick<IdentifyDeps, 'cookie' | 'sessions'>;
  readonly streams: SessionStreams;
  /** Aborted when the gateway stops. */
  readonly leaving: AbortSignal;
}

/**
 * Forwards an answer that goes on for as long as somebody listens. It flows as it comes; a caller that
 * does not read holds up the owner, which cuts it off.
 */
export const makeStreamRoute = (
  operation: Operation,
  { send, signIn, streams, leaving }: StreamRouteDeps,
): Route => ({
  operation,
  async respond(ctx, tools) {
    const identity = await tools.identify(ctx, operation);
    const { token, workspaceId } = await sessionOf(signIn, ctx.headers);
    if (leaving.aborted) throw new AppError('UNAVAILABLE', 'The service is about to stop.');
    const hangUp = new AbortController();
    ctx.res.once('close', () => hangUp.abort());
    const clientAddress = tools.clientAddressOf(ctx);
    const answer = await send(
      toOwnerRequest(ctx, operation, { identity, clientAddress, signal: hangUp.signal }),
    );
    ctx.set(passedAnswerHeaders(answer.headers));
    if (answer.status !== 200 || ctx.method === 'HEAD') {
      ctx.body = answer.body;
      ctx.status = answer.status;
      return;
    }
    const stream = { token, workspaceId, end: flow(ctx, answer, hangUp) };
    streams.add(stream);
    ctx.res.once('close', () => streams.remove(stream));
    if (leaving.aborted || ctx.res.closed) stream.end();
  },
});

/** @returns what ends it before its owner does. */
function flow(
  ctx: RouteContext,
  { body }: Pick<OwnerAnswer, 'body'>,
  hangUp: AbortController,
): () => void {
  const { res } = ctx;
  let isEnded = false;
  ctx.status = 200;
  ctx.respond = false;
  ctx.flushHeaders();
  // Half an event must not look like a whole one.
  body.once('error', () => {
    if (!isEnded) res.destroy();
  });
  body.pipe(res);
  return () => {
    isEnded = true;
    body.unpipe(res);
    // Whoever has stopped to read would never get to the end.
    if (res.writableLength > 0) res.destroy();
    else res.end();
    hangUp.abort();
  };
}
