import { Stream } from 'node:stream';

import { AppError, type ErrorResponse, toErrorResponse } from '@output-review/errors';
import type { Middleware } from 'koa';

import type { Logger } from '../base/logger.ts';
import { isTransientError } from '../postgres/transient-errors.ts';
import { ClientDisconnected } from './request-body-stream.ts';
import { REQUEST_ID_HEADER, requestIdFrom, SECURITY_HEADERS } from './response-headers.ts';
import type { AppContext, AppState } from './route.ts';
import { isBodyUnread, sendBesideUnreadBody } from './unread-body.ts';

const SECURITY_ENTRIES = Object.entries(SECURITY_HEADERS);

/**
 * The outermost step: gives every request its id and every answer its headers, and turns whatever
 * is thrown below into the standard error body.
 */
export function makeErrorBoundary(log: Logger): Middleware<AppState> {
  return async (ctx, next) => {
    ctx.state.requestId = requestIdFrom(ctx.headers[REQUEST_ID_HEADER]);
    ctx.state.operation = null;
    // Koa's own way looks at each value first; this is on every request.
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
    // There is nobody to answer, or half an answer that must not look like a whole one.
    ctx.respond = false;
    ctx.res.destroy();
    if (!(error instanceof ClientDisconnected)) logFailure(ctx, error, log);
    return;
  }
  const response = errorResponseOf(error);
  if (response.status >= 500) logFailure(ctx, error, log);
  presentError(ctx, response);
}

async function answerBesideUnreadBody(ctx: AppContext): Promise<void> {
  // Whoever refuses a body may answer in words of its own.
  if (isJsonValue(ctx.body)) await sendBesideUnreadBody(ctx);
  // Node would read on to the end of a body that nobody wants, however long it is.
  else ctx.set('Connection', 'close');
}

/** Whether it is sent as JSON, and not as the bytes that it is or yields. */
function isJsonValue(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return !(body instanceof Uint8Array) && !(body instanceof Stream);
}

/** What a caller is told of whatever was thrown. */
export function errorResponseOf(error: unknown): ErrorResponse {
  return toErrorResponse(isTransientError(error) ? toUnavailable(error) : error);
}

function presentError(ctx: AppContext, { status, headers, body }: ErrorResponse): void {
  ctx.set(headers);
  ctx.body = body;
  ctx.status = status;
}

function toUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(
    'UNAVAILABLE',
    'The service is unavailable right now. Try again in a moment.',
    {
      cause: error,
    },
  );
}

function logFailure(ctx: AppContext, error: unknown, log: Logger): void {
  const { requestId, operation } = ctx.state;
  log.error(
    { err: error, requestId, method: ctx.method, operation: operation?.id ?? null },
    'request failed',
  );
}
