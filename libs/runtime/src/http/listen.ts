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
  /** 0 takes a free one. */
  readonly port: number;
  /** For tests; those of this file otherwise. */
  readonly arrival?: ArrivalLimits;
}

/** How slowly a request may arrive, in milliseconds. */
export interface ArrivalLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkedEveryMs: number;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /**
   * Sends callers away: every answer from now on closes its connection. New ones are still taken, so
   * that nobody is refused who has not heard yet.
   */
  drain(): void;
  /**
   * Takes no more connections, lets open requests end, closes the rest at the deadline. Again: the
   * same promise.
   */
  close(deadlineMs?: number): Promise<void>;
}

const HEADERS_MS_MAX = 10_000;
/** What applies where nothing else is said. */
export const ARRIVAL: ArrivalLimits = {
  headersMs: HEADERS_MS_MAX,
  // The last resort, behind the limits that each body has by itself.
  requestMs: HEADERS_MS_MAX + FILE_ARRIVAL_MS_MAX + 10_000,
  checkedEveryMs: 5_000,
};
// Load balancers keep idle connections for 60 s; closing before them would lose a request to a
// connection that is just being closed.
const KEEP_ALIVE_MS = 65_000;
// Below the 10 s of a closer: what is cut off here is no failure of closing.
const CLOSE_DEADLINE_MS = 8_000;

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** Listens with limits on how slowly a request may come in. */
export function listen(app: Koa<AppState>, options: ListenOptions): Promise<Listening> {
  return listenWith(toHandler(app), options);
}

/** The same for any handler of requests. */
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
    // Node's own refusal has no body and no request id; the listener refuses hosts by itself.
    requireHostHeader: false,
  });
  server.on('connection', (socket) => drain.meet(socket));
  handleRequests(server, (req, res) => {
    drain.watch(req, res);
    handle(req, res);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Its caller must not take our words for the rest of the answer.
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

/** The handler of requests that an app is. */
export function toHandler(app: Koa<AppState>): RequestHandler {
  const callback = app.callback();
  // Koa answers for all that goes wrong in there; the promise never rejects.
  return (req, res) => void callback(req, res);
}

function handleRequests(server: Server, handle: RequestHandler): void {
  server.on('request', handle);
  // "100 Continue" goes out when somebody begins to read, so that a body that is refused by its
  // headers is never sent.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    req.once('resume', () => {
      if (!res.headersSent) res.writeContinue();
    });
    handle(req, res);
  });
  server.on('checkExpectation', handle);
}

/** Where an app is to be reached: handed to a service, which opens it when it can serve. */
export interface HttpListener {
  /** Puts the app behind it; called once. */
  open(app: Koa<AppState>): Promise<Listening>;
}

/** A listener that nothing listens at until it is opened. */
export function listenAt(options: ListenOptions): HttpListener {
  return { open: (app) => listen(app, options) };
}

/**
 * Answers what is no HTTP request: a malformed or over-long head, or one that did not arrive in
 * time. No app has seen it, so the answer is written by hand, and the connection closed.
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
  // Node cannot tell a caller that is slow from a process that has stood still: nobody is to be told that what
  // they send is wrong for that.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('UNAVAILABLE', 'The request did not arrive in time. Try again.');
  }
  const isTooLong = code === 'HPE_HEADER_OVERFLOW';
  return new AppError(
    'VALIDATION_FAILED',
    isTooLong ? 'The URL and the headers are too long.' : 'This is not a valid HTTP request.',
  );
}
