import type { Operation } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { disconnectSignal, type Route, type RouteContext } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { passedAnswerHeaders } from './headers.pure.ts';
import { toOwnerRequest } from './owner-request.ts';
import type { OwnerAnswer } from './owner-sender.ts';
import { credentialOfCall, inWorkspace } from './waiting.ts';

/**
 * Forwards an answer that lasts for as long as the caller listens. Streams it as it arrives. A caller that does not
 * read blocks the owner, which then cuts it off.
 */
export const streamRoute =
  (operation: Operation) =>
  (ctx: Context): Route => ({
    operation,
    async respond(koa, tools) {
      const { heldCalls, stopping } = ctx;
      const signal = disconnectSignal(koa);
      const identity = await tools.identify(koa, operation);
      const credential = await credentialOfCall(ctx, koa, {
        ...operation,
        principal: inWorkspace(identity.principal),
      });
      if (stopping.signal.aborted) {
        throw new AppError('UNAVAILABLE', 'The service is stopping. Try again in a moment.');
      }
      const clientAddress = tools.clientAddressOf(koa);
      // Uses a separate connection pool, because streams hold their connections.
      const answer = await ctx.streamSender.send(
        toOwnerRequest(koa, operation, { identity, clientAddress, signal }),
      );
      koa.set(passedAnswerHeaders(answer.headers));
      if (answer.status !== 200 || koa.method === 'HEAD') {
        koa.body = answer.body;
        koa.status = answer.status;
        return;
      }
      const stream = { credential, end: flow(koa, answer) };
      // If the response is already closed, `close` does not fire again.
      if (koa.res.closed) {
        stream.end();
        return;
      }
      heldCalls.add(stream);
      koa.res.once('close', () => heldCalls.remove(stream));
      if (stopping.signal.aborted) stream.end();
    },
  });

/** @returns a function that ends the stream before its owner does. */
function flow(ctx: RouteContext, { body }: Pick<OwnerAnswer, 'body'>): () => void {
  const { res } = ctx;
  let isEnded = false;
  ctx.status = 200;
  ctx.respond = false;
  ctx.flushHeaders();
  // A partial event must not look complete.
  body.once('error', () => {
    if (!isEnded) res.destroy();
  });
  body.pipe(res);
  return () => {
    isEnded = true;
    body.unpipe(res);
    // A caller that has stopped reading would never receive the end.
    if (res.writableLength > 0) res.destroy();
    else res.end();
  };
}
