import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { callMcp, type TokenPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  ClientDisconnected,
  confirmSlow,
  disconnectSignal,
  type Identity,
  type JsonBody,
  nameIgnoredParameters,
  type Route,
  type RouteContext,
} from '@output-review/runtime';

import { refuseForeignOrigin } from '../access/address.pure.ts';
import type { Context } from '../context.ts';
import { pickHeaders } from '../forwarding/headers.pure.ts';
import { isTool } from './tools.ts';

/** Answers messages of the Model Context Protocol: with a token, for anybody but the page of another origin. */
export const mcpRoute = (ctx: Context): Route => ({
  operation: callMcp,
  async respond(koa, tools) {
    const identified = await tools.identify(koa, callMcp);
    nameIgnoredParameters(koa);
    refuseForeignOrigin(koa.headers.origin, ctx.listener.address);
    const signal = disconnectSignal(koa);
    const { identity, body } = await confirmSlow(
      identified,
      takeCounted(ctx, tokenOf(identified), tools.takeBody(koa, callMcp, identified.principal)),
      () => tools.identify(koa, callMcp, true),
    );
    const principal = tokenOf(identity);
    // It may have waited for room: who hung up meanwhile is not told of again.
    if (signal.aborted) {
      body.release();
      throw new ClientDisconnected();
    }
    // The message is held until it is answered, which may be a stream.
    signal.addEventListener('abort', body.release, { once: true });
    const fault = faultOf(body.value);
    const isCall = fault === null && isTool(toolNameOf(body.value));
    if (!isCall) await ctx.limiter.limitRead(principal);
    if (fault !== null) {
      refuse(koa, fault);
      return;
    }
    // Only now: few installations have such clients, and the SDK takes 25 MB.
    const { answerMessage } = await import('./server.ts');
    let isRun = false;
    const answer = await answerMessage(ctx, {
      ...{ principal, signal, value: body.value, message: body, state: koa.state },
      headers: pickHeaders(koa.headers, ['authorization', 'user-agent']),
      protocolHeaders: pickHeaders(koa.headers, PROTOCOL_HEADERS),
      clientAddress: tools.clientAddressOf(koa),
      onRun: () => (isRun = true),
    });
    // The SDK runs a call at once or refuses it, but its answer may be a stream that begins before that.
    await setImmediate();
    if (isCall && !isRun) await ctx.limiter.limitRead(principal);
    present(koa, answer);
  },
});

function tokenOf({ principal }: Identity): TokenPrincipal {
  if (principal.kind === 'token') return principal;
  throw new AppError('FORBIDDEN', 'This credential does not have the required role or scope.');
}

/** A call of a tool counts as what it stands for, anything else as a read; a body that cannot be read too. */
async function takeCounted(
  { limiter }: Context,
  principal: TokenPrincipal,
  reading: Promise<JsonBody>,
): Promise<JsonBody> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError) await limiter.limitRead(principal);
    throw error;
  }
}

/** The tool that a message calls; nothing where it is no such message, or wants no answer. */
function toolNameOf(message: unknown): unknown {
  const { id, method, params } = (message ?? {}) as {
    readonly id?: unknown;
    readonly method?: unknown;
    readonly params?: { readonly name?: unknown } | null;
  };
  return id !== undefined && method === 'tools/call' ? params?.name : undefined;
}

const PROTOCOL_HEADERS = [
  'accept',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
] as const;

/** JSON-RPC's own code of an invalid request. */
const INVALID_REQUEST = -32600;

/** What is wrong with a message before the SDK sees it; null where nothing is. */
function faultOf(message: unknown): string | null {
  // The protocol has had none since 2025-06-18, and each call in one would need a place in the limits.
  if (Array.isArray(message)) return 'Batches are not supported. Send one message.';
  const { id } = (message ?? {}) as { readonly id?: unknown };
  // The SDK would repeat it in its refusal.
  const isOne = id === undefined || typeof id === 'string' || Number.isSafeInteger(id);
  return isOne ? null : 'The id must be a string or an integer up to 2^53 - 1.';
}

function refuse(koa: RouteContext, message: string): void {
  koa.body = { jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } };
  koa.status = 400;
}

// Its caching, and that proxies must not hold a stream back; the rest is for us to say.
const ANSWER_HEADERS = ['content-type', 'cache-control', 'x-accel-buffering'];
/** What the SDK answers nobody with. */
const CLIENT_CLOSED_REQUEST = 499;

function present(koa: RouteContext, { status, headers, body }: Response): void {
  if (status === CLIENT_CLOSED_REQUEST) throw new ClientDisconnected();
  for (const name of ANSWER_HEADERS) {
    const value = headers.get(name);
    if (value !== null) koa.set(name, value);
  }
  koa.body = body && Readable.fromWeb(body);
  koa.status = status;
}
