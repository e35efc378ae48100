import type { Readable } from 'node:stream';

import { ANSWERS_WITHIN_MS, type ServiceName } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { ClientDisconnected, type Logger, type Telemetry, traceCall } from '@output-review/runtime';
import { Agent, type Dispatcher } from 'undici';

/** A request as it goes to the service that owns the operation. */
export interface OwnerRequest {
  readonly owner: ServiceName;
  readonly method: string;
  /** Path and query, as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream goes out once: what it is part of cannot be repeated. */
  readonly body: string | Readable | null;
  /** How long the owner may take to begin its answer, where it is not the usual time. */
  readonly answersWithinMs?: number;
  readonly signal: AbortSignal;
}

/** An answer whose body still flows. */
export interface OwnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: NodeJS.ReadableStream;
  /** Lets go of a body that nobody wants. */
  discard(): Promise<void>;
}

export interface OwnerSenderOptions {
  /** Base URLs, asked at each call: services start in any order. */
  readonly baseUrls: Partial<Record<ServiceName, () => string>>;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** To each owner; null is no limit. */
  readonly connectionsMax?: number | null;
  /** How long an answer may pause before its owner counts as gone. */
  readonly silenceMsMax?: number;
  /** How long an owner may take to begin its answer, where the request says nothing else. */
  readonly answersWithinMs?: number | undefined;
}

const CONNECTIONS_MAX = 128;
const CONNECT_TIMEOUT_MS = 2_000;
// Below the servers' own 65 s: the side that may send must be the one that closes.
const KEEP_ALIVE_MS = 30_000;
// Beside what the owner may take: the way there and back. An owner that has gone without a word is
// noticed within 15 s, but where it may take longer than that itself.
export const WAY_MS_MAX = 2_000;
// Between two parts of an answer; a caller that is slow to read is no reason.
const SILENCE_MS_MAX = 10_000;
// The ids of a bulk call, 1000 of 128 characters, come back in a header.
const HEADER_BYTES_MAX = 256 * 1024;

/** Sends forwarded requests to the services that own them. The answer's body flows through, unread. */
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
      // What the body of the request failed with.
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
  if (!baseUrl) throw new Error(`Nobody said where ${owner} is`);
  const { origin, pathname } = new URL(baseUrl());
  const path = pathname.replace(/\/$/, '') + target;
  const headersTimeout = answersWithinMs + WAY_MS_MAX;
  return { origin, path, method, headers: { ...headers }, body, headersTimeout, signal };
}

function toAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): OwnerAnswer {
  // A caller may hang up before the body flows: it is destroyed then with an error that nobody else hears,
  // and that would end the process.
  body.on('error', () => {});
  return { status: statusCode, headers, body, discard: () => body.dump() };
}
