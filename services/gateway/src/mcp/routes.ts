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

import { requireOriginIfNamed } from '../access/sessions.ts';
import type { Context } from '../context.ts';
import { pickHeaders } from '../forwarding/headers.pure.ts';
import { isTool } from './tools.ts';

/** Answers messages of the Model Context Protocol, with a token, except from pages of another origin. */
export const mcpRoute = (ctx: Context): Route => ({
  operation: callMcp,
  async respond(koa, tools) {
    const identified = await tools.identify(koa, callMcp);
    nameIgnoredParameters(koa);
    requireOriginIfNamed(ctx, koa.headers);
    const signal = disconnectSignal(koa);
    const { identity, body } = await confirmSlow(
      identified,
      takeCounted(ctx, tokenOf(identified), tools.takeBody(koa, callMcp, identified.principal)),
      () => tools.identify(koa, callMcp, true),
    );
    const principal = tokenOf(identity);
    // The caller may have hung up while the body was read. Then the listener below would not run.
    if (signal.aborted) {
      body.release();
      throw new ClientDisconnected();
    }
    // The message stays in memory until it is answered, possibly by a stream.
    signal.addEventListener('abort', body.release, { once: true });
    const fault = faultOf(body.value);
    const isCall = fault === null && isTool(toolNameOf(body.value));
    if (!isCall) await ctx.limiter.limitRead(principal);
    if (fault !== null) {
      refuse(koa, fault);
      return;
    }
    // Loaded on first use: few installations have MCP clients, and the SDK takes 25 MB.
    const { answerMessage } = await import('./server.ts');
    let isRun = false;
    const answer = await answerMessage(ctx, {
      ...{ principal, signal, value: body.value, message: body, state: koa.state },
      headers: pickHeaders(koa.headers, ['authorization', 'user-agent']),
      protocolHeaders: pickHeaders(koa.headers, PROTOCOL_HEADERS),
      clientAddress: tools.clientAddressOf(koa),
      onRun: () => (isRun = true),
    });
    // The SDK runs or refuses a call immediately, but a streamed answer may begin before that.
    await setImmediate();
    if (isCall && !isRun) await ctx.limiter.limitRead(principal);
    present(koa, answer);
  },
});

function tokenOf({ principal }: Identity): TokenPrincipal {
  if (principal.kind === 'token') return principal;
  throw new AppError('FORBIDDEN', 'This credential does not have the required role or scope.');
}

/** A tool call counts as its operation, anything else as a read, including a body that cannot be read. */
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

/** The tool that a message calls; undefined if it calls none or expects no answer. */
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

/** The JSON-RPC code of an invalid request. */
const INVALID_REQUEST = -32600;

/** What is wrong with a message before the SDK sees it; null if nothing is. */
function faultOf(message: unknown): string | null {
  // The protocol has no batches since 2025-06-18, and each call in a batch would need its own slot of the limits.
  if (Array.isArray(message)) return 'Batches are not supported. Send one message.';
  const { id } = (message ?? {}) as { readonly id?: unknown };
  // The SDK would repeat an invalid id in its refusal.
  const isOne = id === undefined || typeof id === 'string' || Number.isSafeInteger(id);
  return isOne ? null : 'The id must be a string or an integer up to 2^53 - 1.';
}

function refuse(koa: RouteContext, message: string): void {
  koa.body = { jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } };
  koa.status = 400;
}

// Caching, and the header that keeps proxies from buffering a stream. The gateway sets the other headers.
const ANSWER_HEADERS = ['content-type', 'cache-control', 'x-accel-buffering'];
/** The status that the SDK sets for a disconnected client. */
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
