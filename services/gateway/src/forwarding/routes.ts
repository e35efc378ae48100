import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import {
  downloadFile,
  exportOutputs,
  getOutputStatus,
  type Operation,
  OPERATIONS,
} from '@output-review/contracts';
import {
  cutWhenUnread,
  disconnectSignal,
  requestBodyStream,
  FILE_ARRIVAL_MS_MAX,
  FILE_SILENCE_MS_MAX,
  type Identity,
  makeAnswerReader,
  type RouteContext,
  takeIdentified,
} from '@output-review/runtime';
import { type ContextRoute, readOn, sentOn } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { type RequestContext, forward } from './forward.ts';
import { passedAnswerHeaders, pickHeaders } from './headers.pure.ts';
import type { HeldCall } from './held-calls.ts';
import { isSubmitter, toOwnerRequest, withJson } from './owner-request.ts';
import type { OwnerAnswer, OwnerRequest } from './owner-sender.ts';
import { streamRoute } from './streams.ts';
import { credentialOfCall, statusRoute } from './waiting.ts';

// For files that move by links. What a sender has begun must not count as not taken meanwhile.
const TURN_MS_MAX = FILE_SILENCE_MS_MAX - 5_000;

/** Every operation that another service answers. */
export const forwardRoutes: readonly ContextRoute<Context>[] = OPERATIONS.filter(
  ({ owner, access }) => owner !== 'gateway' && access !== 'internal',
).map(routeOf);

function routeOf(operation: Operation): ContextRoute<Context> {
  if (operation === getOutputStatus) return statusRoute;
  if (operation.bytes === 'events') return streamRoute(operation);
  if (operation.bytes === 'request') return bytesRoute(operation);
  return forwardRoute(operation);
}

/**
 * Forwards an operation to the service that owns it.
 *
 * A body is read to its end first: a slow one must not occupy the owner, and a request may have to
 * be sent twice. The answer flows through as it comes, to one who reads it.
 */
function forwardRoute(operation: Operation): ContextRoute<Context> {
  return (ctx) => ({
    operation,
    async respond(koa, tools) {
      const isPublic = operation.access === 'public';
      const { identity, body } = await takeIdentified(koa, {
        ...{ operation, takeBody: tools.takeBody },
        identify: async (isAgain) =>
          isPublic ? null : await tools.identify(koa, operation, isAgain),
      });
      const clientAddress = tools.clientAddressOf(koa);
      const signal = disconnectSignal(koa);
      try {
        if (identity) await takeSeat(ctx, koa, { ...identity, signal });
        const request = toOwnerRequest(koa, operation, {
          ...{ identity, clientAddress, signal },
          isSubmitter: await isSubmitter(ctx, koa, { ...operation, ...identity }),
        });
        const asking = askingOf(koa, operation, identity);
        const send = () => forward(ctx, body ? withJson(request, body.text) : request, asking);
        // One without bytes holds nothing.
        const isFile = operation === downloadFile && koa.method !== 'HEAD';
        const seated = { ...seatOf(koa, signal), ...readOn(koa) };
        present(koa, await (isFile ? ctx.fileSeats.whileRead(seated, send) : send()));
        cutWhenUnread(koa.res, ctx.unreadMsMax);
        const isExport = operation === exportOutputs && koa.status === 200;
        if (identity && isExport) await cutWithCredential(ctx, koa, identity);
      } finally {
        body?.release();
      }
    },
  });
}

/** Until the signal aborts, which it does when the answer has been sent or its connection is gone. */
async function takeSeat(
  { answerSeats }: Context,
  { res }: RouteContext,
  { principal, signal }: Pick<Identity, 'principal'> & Pick<OwnerRequest, 'signal'>,
): Promise<void> {
  if (!('workspaceId' in principal)) return;
  const giveBack = await answerSeats.take(principal, signal);
  if (res.closed) giveBack();
  else signal.addEventListener('abort', giveBack, { once: true });
}

/**
 * Cuts an export, which may take minutes, when the credential dies that it was asked for with, so that a part of it
 * does not look like all of it. For a user also with a lesser role, even one that may export: review shows callback URLs
 * by the role that it was begun in.
 */
async function cutWithCredential(
  ctx: Context,
  koa: RouteContext,
  { principal }: Identity,
): Promise<void> {
  if (!('workspaceId' in principal)) return;
  const role = principal.kind === 'user' ? principal.role : exportOutputs.access.role;
  const credential = await credentialOfCall(ctx, koa, { access: { role, scope: null }, principal });
  const call: HeldCall = {
    credential,
    end: (why) => {
      // A gateway that stops lets it end, if it is in time for that.
      if (why !== 'stopping') koa.res.destroy();
    },
  };
  if (koa.res.closed) return;
  ctx.heldCalls.add(call);
  koa.res.once('close', () => ctx.heldCalls.remove(call));
}

function askingOf(
  ctx: RouteContext,
  operation: Operation,
  identity: Identity | null,
): RequestContext {
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

// What says what the bytes are, beside what every request says.
const BYTE_HEADERS = ['content-type', 'content-length', 'content-encoding'] as const;

/**
 * Forwards an operation whose request is bytes of any type. They flow to the owner as they come; its
 * answer, which is small, is read first: it may refuse them while they are still coming.
 */
function bytesRoute(operation: Operation): ContextRoute<Context> {
  return ({ sender, fileSeats }) => {
    const readAnswer = makeAnswerReader(operation.owner);
    return {
      operation,
      async respond(koa, tools) {
        const isPublic = operation.access === 'public';
        const identity = isPublic ? null : await tools.identify(koa, operation);
        const clientAddress = tools.clientAddressOf(koa);
        const signal = disconnectSignal(koa);
        const request = toOwnerRequest(koa, operation, { identity, clientAddress, signal });
        const headers = { ...request.headers, ...pickHeaders(koa.headers, BYTE_HEADERS) };
        const limits = { silenceMs: FILE_SILENCE_MS_MAX, timeoutMs: FILE_ARRIVAL_MS_MAX };
        const body = requestBodyStream(koa.req, limits);
        try {
          // The owner hears of a request with its first bytes, and cannot refuse it before.
          await once(body, 'readable');
          const moving = sentOn(koa.req, (late) => void body.destroy(late));
          const seated = { ...seatOf(koa, signal), ...moving };
          await fileSeats.during(seated, async () => {
            const answer = await sender.send({ ...request, headers, body });
            koa.body = readAnswer(operation, { ...answer, text: await text(answer.body) });
            koa.status = answer.status;
          });
        } finally {
          body.destroy();
        }
      },
    };
  };
}

/**
 * Whose file a link is for, as its key says: keys begin with it. Only media can tell whether that was
 * signed; it refuses at once what was not, and so gives its seat back.
 */
function seatOf({ params }: RouteContext, signal: AbortSignal) {
  return { holder: params['key']?.split('/')[0] ?? '', signal, turnMsMax: TURN_MS_MAX };
}
