import type { Readable } from 'node:stream';

import { ANSWERS_WITHIN_MS, type ServiceName } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { ClientDisconnected, type Logger, type Telemetry, traceCall } from '@output-review/runtime';
import { Agent, type Dispatcher } from 'undici';

/** A request as sent to the service that owns the operation. */
export interface OwnerRequest {
  readonly owner: ServiceName;
  readonly method: string;
  /** Path and query, unchanged. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream can be sent only once, so such a request cannot be repeated. */
  readonly body: string | Readable | null;
  /** How long the owner may take to begin its answer, if not the default. */
  readonly answersWithinMs?: number;
  readonly signal: AbortSignal;
}

/** An answer whose body is still streaming. */
export interface OwnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: NodeJS.ReadableStream;
  /** Releases a body that is not needed. */
  discard(): Promise<void>;
}

export interface OwnerSenderOptions {
  /** Base URLs, read at each call because services start in any order. */
  readonly baseUrls: Partial<Record<ServiceName, () => string>>;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** Per owner; null is no limit. */
  readonly connectionsMax?: number | null;
  /** How long an answer may pause before its owner counts as gone. */
  readonly silenceMsMax?: number;
  /** How long an owner may take to begin its answer, unless the request sets another time. */
  readonly answersWithinMs?: number | undefined;
}

/** To each owner. */
export const CONNECTIONS_MAX = 128;
const CONNECT_TIMEOUT_MS = 2_000;
// Below the servers' own 65 s, so that the side that sends closes idle connections.
const KEEP_ALIVE_MS = 30_000;
// Network time in addition to the owner's own limit. An owner that stops responding is detected within 15 s, unless its
// operation may take longer.
export const WAY_MS_MAX = 2_000;
// Between two parts of an answer. A caller that reads slowly does not count.
const SILENCE_MS_MAX = 10_000;
// A header returns the IDs of a bulk call: 1000 of 128 characters.
const HEADER_BYTES_MAX = 256 * 1024;

/** Sends forwarded requests to the services that own them. Streams the body of the answer without reading it. */
export class OwnerSender {
  readonly #options: OwnerSenderOptions;
  readonly #agent: Agent;

  constructor(options: OwnerSenderOptions) {
    this.#options = options;
    const { connectionsMax = CONNECTIONS_MAX, silenceMsMax = SILENCE_MS_MAX } = options;
    this.#agent = new Agent({
      connections: connectionsMax,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      bodyTimeout: silenceMsMax,
      maxHeaderSize: HEADER_BYTES_MAX,
    });
  }

  async send(request: OwnerRequest): Promise<OwnerAnswer> {
    const { baseUrls, log, telemetry, answersWithinMs = ANSWERS_WITHIN_MS } = this.#options;
    try {
      const { owner: peer, method, headers } = request;
      const traced = { tracing: telemetry.tracing, peer, method };
      return await traceCall(traced, async (traceHeaders) => {
        const all = { answersWithinMs, ...request, headers: { ...headers, ...traceHeaders } };
        return toAnswer(await this.#agent.request(toDispatch(all, baseUrls)));
      });
    } catch (error) {
      if (request.signal.aborted) throw new ClientDisconnected();
      // The body of the request failed with this error.
      if (error instanceof AppError || error instanceof ClientDisconnected) throw error;
      log.warn({ err: error, peer: request.owner }, 'forwarding failed');
      throw new AppError(
        'UNAVAILABLE',
        'Part of the service cannot be reached right now. Try again in a moment.',
        {
          cause: error,
        },
      );
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

type TimedRequest = OwnerRequest & Required<Pick<OwnerRequest, 'answersWithinMs'>>;

function toDispatch(
  { owner, method, target, headers, body, answersWithinMs, signal }: TimedRequest,
  baseUrls: OwnerSenderOptions['baseUrls'],
): Dispatcher.RequestOptions {
  const baseUrl = baseUrls[owner];
  if (!baseUrl) throw new Error(`No base URL for ${owner}`);
  const { origin, pathname } = new URL(baseUrl());
  const path = pathname.replace(/\/$/, '') + target;
  const headersTimeout = answersWithinMs + WAY_MS_MAX;
  return { origin, path, method, headers: { ...headers }, body, headersTimeout, signal };
}

function toAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): OwnerAnswer {
  // If the caller hangs up before the body is read, the body is destroyed with an error. Without a listener that error
  // would end the process.
  body.on('error', () => {});
  return { status: statusCode, headers, body, discard: () => body.dump() };
}
