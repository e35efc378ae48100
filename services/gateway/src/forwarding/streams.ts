import type { Operation } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { disconnectSignal, type Route, type RouteContext } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { passedAnswerHeaders } from './headers.pure.ts';
import { toOwnerRequest } from './owner-request.ts';
import type { OwnerAnswer } from './owner-sender.ts';
import { credentialOfCall, inWorkspace } from './waiting.ts';

/**
 * Forwards an answer that goes on for as long as somebody listens. It flows as it comes; a caller that
 * does not read holds up the owner, which cuts it off.
 */
export const streamRoute =
  (operation: Operation) =>
  (ctx: Context): Route => ({
    operation,
    async respond(koa, tools) {
      const { heldCalls, leaving } = ctx;
      const signal = disconnectSignal(koa);
      const identity = await tools.identify(koa, operation);
      const credential = await credentialOfCall(ctx, koa, {
        ...operation,
        principal: inWorkspace(identity.principal),
      });
      if (leaving.signal.aborted) {
        throw new AppError('UNAVAILABLE', 'The service is stopping. Try again in a moment.');
      }
      const clientAddress = tools.clientAddressOf(koa);
      // Over connections of its own: streams keep theirs.
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
      // One that is closed by now says so no more.
      if (koa.res.closed) {
        stream.end();
        return;
      }
      heldCalls.add(stream);
      koa.res.once('close', () => heldCalls.remove(stream));
      if (leaving.signal.aborted) stream.end();
    },
  });

/** @returns what ends it before its owner does. */
function flow(ctx: RouteContext, { body }: Pick<OwnerAnswer, 'body'>): () => void {
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
  };
}
