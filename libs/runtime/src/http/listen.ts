import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { AppError, toErrorResponse } from '@output-review/errors';
import type Koa from 'koa';

import { FILE_ARRIVAL_MS_MAX } from './body-limits.ts';
import { closeServer, Drain } from './close-server.ts';
import { REQUEST_ID_HEADER, requestIdFrom, SECURITY_HEADERS } from './response-headers.ts';
import type { AppState } from './route.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** For tests. Defaults to the limits in this file. */
  readonly arrival?: ArrivalLimits;
}

/** Time limits for an arriving request, in milliseconds. */
export interface ArrivalLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkedEveryMs: number;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /**
   * Turns callers away: every answer from now on closes its connection. Still accepts new connections, so that callers
   * who do not know yet are not refused.
   */
  drain(): void;
  /**
   * Accepts no more connections, lets open requests finish, and closes the rest at the deadline. Later calls return the
   * same promise.
   */
  close(deadlineMs?: number): Promise<void>;
}

const HEADERS_MS_MAX = 10_000;
/** The default limits. */
export const ARRIVAL: ArrivalLimits = {
  headersMs: HEADERS_MS_MAX,
  // A backstop behind the limits of each body.
  requestMs: HEADERS_MS_MAX + FILE_ARRIVAL_MS_MAX + 10_000,
  checkedEveryMs: 5_000,
};
// Load balancers keep idle connections for 60 s. Closing earlier could lose a request sent on a closing connection.
const KEEP_ALIVE_MS = 65_000;
// Below the 10 s of a shutdown step: requests cut off here do not fail the shutdown.
const CLOSE_DEADLINE_MS = 8_000;

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** Listens with time limits for arriving requests. */
export function listen(app: Koa<AppState>, options: ListenOptions): Promise<Listening> {
  return listenWith(toHandler(app), options);
}

/** The same for any request handler. */
export async function listenWith(
  handle: RequestHandler,
  options: ListenOptions,
): Promise<Listening> {
  const drain = new Drain();
  const { headersMs, requestMs, checkedEveryMs } = options.arrival ?? ARRIVAL;
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkedEveryMs,
    // Node's own refusal has no body and no request ID, so a missing Host header is left to the app.
    requireHostHeader: false,
  });
  server.on('connection', (socket) => drain.meet(socket));
  handleRequests(server, (req, res) => {
    drain.watch(req, res);
    handle(req, res);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The caller must not take the error for the rest of its answer.
    if (drain.isAnswering(socket)) socket.destroy();
    else answerBrokenRequest(error, socket);
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${host}:${port}`,
    port,
    drain: () => drain.begin(),
    close: (deadlineMs = CLOSE_DEADLINE_MS) =>
      (closing ??= closeServer(server, { deadlineMs, drain })),
  };
}

/** Returns the request handler of an app. */
export function toHandler(app: Koa<AppState>): RequestHandler {
  const callback = app.callback();
  // Koa handles all errors; the promise never rejects.
  return (req, res) => void callback(req, res);
}

function handleRequests(server: Server, handle: RequestHandler): void {
  server.on('request', handle);
  // Send "100 Continue" only when the body is read, so that a body refused by its headers is never sent.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    req.once('resume', () => {
      if (!res.headersSent) res.writeContinue();
    });
    handle(req, res);
  });
  server.on('checkExpectation', handle);
}

/** The address for an app. The service opens it when it is ready to serve. */
export interface HttpListener {
  /** Starts serving the app. Called once. */
  open(app: Koa<AppState>): Promise<Listening>;
}

/** Returns a listener that opens on demand. */
export function listenAt(options: ListenOptions): HttpListener {
  return { open: (app) => listen(app, options) };
}

/**
 * Answers an invalid HTTP request: a malformed or oversized header, or one that did not arrive in time. No app sees it,
 * so the answer is written directly and the connection closed.
 */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers: ofError, body } = toErrorResponse(explainBrokenRequest(error));
  const json = JSON.stringify(body);
  const headers: Record<string, string> = {
    ...SECURITY_HEADERS,
    [REQUEST_ID_HEADER]: requestIdFrom(undefined),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(json)),
    ...ofError,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  socket.end(head + json, () => socket.destroy());
}

function explainBrokenRequest({ code }: NodeJS.ErrnoException): AppError {
  // Node cannot tell a slow caller from a process that stalled, so the answer must not blame the caller.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('UNAVAILABLE', 'The request did not arrive in time. Try again.');
  }
  const isTooLong = code === 'HPE_HEADER_OVERFLOW';
  return new AppError(
    'VALIDATION_FAILED',
    isTooLong ? 'The URL and the headers are too long.' : 'This is not a valid HTTP request.',
  );
}
