import type { IncomingMessage } from 'node:http';
import { Stream } from 'node:stream';

import { AppError, type ErrorResponse, toErrorResponse } from '@output-review/errors';
import type { Middleware } from 'koa';

import type { Logger } from '../base/logger.ts';
import { isTransientError } from '../postgres/transient-errors.ts';
import { hasBody } from './check-json-headers.ts';
import { ClientDisconnected } from './request-body-stream.ts';
import { REQUEST_ID_HEADER, requestIdFrom, SECURITY_HEADERS } from './response-headers.ts';
import type { AppContext, AppState } from './route.ts';

const SECURITY_ENTRIES = Object.entries(SECURITY_HEADERS);

/**
 * The outermost middleware: gives every request its ID and every answer its headers, and turns errors into the standard
 * error body.
 */
export function makeErrorBoundary(log: Logger): Middleware<AppState> {
  return async (ctx, next) => {
    ctx.state.requestId = requestIdFrom(ctx.headers[REQUEST_ID_HEADER]);
    ctx.state.operation = null;
    // Koa's own method inspects each value first. This runs on every request.
    ctx.res.setHeader(REQUEST_ID_HEADER, ctx.state.requestId);
    for (const [name, value] of SECURITY_ENTRIES) ctx.res.setHeader(name, value);
    try {
      await next();
    } catch (error) {
      answerError(ctx, error, log);
    }
    if (ctx.respond !== false && isBodyUnread(ctx.req)) await answerBesideUnreadBody(ctx);
  };
}

function answerError(ctx: AppContext, error: unknown, log: Logger): void {
  if (error instanceof ClientDisconnected || ctx.res.headersSent) {
    // The client is gone, or has half an answer that must not look complete.
    ctx.respond = false;
    ctx.res.destroy();
    if (!(error instanceof ClientDisconnected)) logFailure(ctx, error, log);
    return;
  }
  const response = errorResponseOf(error);
  if (response.status >= 500) logFailure(ctx, error, log);
  ctx.set(response.headers);
  ctx.body = response.body;
  ctx.status = response.status;
}

// If the connection closed at once, a client that is still sending would see a reset instead of the answer. So discard
// what it sends for a moment: long enough for it to notice the answer, too short to keep the process busy.
const DISCARD_MS_MAX = 1_000;
const DISCARD_BYTES_MAX = 16_000_000;

/** Whether bytes of the request are still to come or wait in the socket. */
function isBodyUnread(req: IncomingMessage): boolean {
  return !req.complete && !req.destroyed && hasBody(req);
}

/**
 * Sends the answer although the body was not fully read, discards further bytes for a moment, and closes the
 * connection.
 */
async function answerBesideUnreadBody(ctx: AppContext): Promise<void> {
  const { req, res } = ctx;
  // Otherwise Node would read the body to its end, however long it is.
  ctx.set('Connection', 'close');
  // Koa sends any other answer of a handler that refuses a body.
  if (!isJsonValue(ctx.body)) return;
  const body = Buffer.from(JSON.stringify(ctx.body), 'utf8');
  ctx.respond = false;
  ctx.length = body.length;
  res.writeHead(ctx.status);
  res.write(body);
  await discard(req);
  res.end();
}

function discard(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      req.off('data', onData).off('end', end).off('close', end).off('error', end);
      req.on('error', () => {});
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > DISCARD_BYTES_MAX) end();
    };
    const timer = setTimeout(end, DISCARD_MS_MAX);
    req.on('data', onData).on('end', end).on('close', end).on('error', end);
    req.resume();
  });
}

/** Whether the body is sent as JSON rather than as bytes. */
function isJsonValue(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return !(body instanceof Uint8Array) && !(body instanceof Stream);
}

/** The error response for any thrown value. */
export function errorResponseOf(error: unknown): ErrorResponse {
  return toErrorResponse(isTransientError(error) ? toUnavailable(error) : error);
}

function toUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = 'The service is unavailable right now. Try again in a moment.';
  return new AppError('UNAVAILABLE', message, { cause: error });
}

function logFailure(ctx: AppContext, error: unknown, log: Logger): void {
  const { requestId, operation } = ctx.state;
  const fields = { err: error, requestId, method: ctx.method, operation: operation?.id ?? null };
  if (isRefusal(error)) log.warn(fields, 'request failed');
  else log.error(fields, 'request failed');
}

/** Whether the service refused the request for now, such as beside another change, and nothing is broken. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UNAVAILABLE' && error.cause === undefined;
}
