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

// For file transfers by link. Below the silence limit, so that an upload that waits for a seat is not cut as silent.
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
 * Reads the whole body first, because a slow body must not occupy the owner and a request may have to be sent twice.
 * Streams the answer to the caller.
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
        // A HEAD answer has no body, so it needs no seat.
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

/** Holds the seat until the signal aborts, which happens when the answer was sent or its connection is gone. */
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
 * Cuts an export, which may take minutes, when its credential becomes invalid, so that a partial export does not look
 * complete. Also cuts it when its user gets a lesser role, even one that may export, because review shows callback URLs
 * by the role at the start.
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
      // On shutdown the export may still finish in time.
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

// Headers that describe the bytes, in addition to those of every request.
const BYTE_HEADERS = ['content-type', 'content-length', 'content-encoding'] as const;

/**
 * Forwards an operation whose request is bytes of any type. Streams them to the owner. Reads the answer, which is
 * small, as it arrives, because it may refuse the bytes while they are still being sent.
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
          // Takes a seat only once bytes arrive: the owner gets the request with them and cannot refuse it earlier.
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
 * Counts a transfer for the workspace that its key begins with. Only media can tell whether the link is signed. It
 * refuses an unsigned link immediately, which frees the seat.
 */
function seatOf({ params }: RouteContext, signal: AbortSignal) {
  return { holder: params['key']?.split('/')[0] ?? '', signal, turnMsMax: TURN_MS_MAX };
}
