import {
  type AnswerOf,
  INTERNAL_HEADERS,
  type Operation,
  type ServiceName,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { Agent, type Dispatcher } from 'undici';

import type { Logger } from '../base/logger.ts';
import { rejectionOf, withDeadline } from '../base/wait.ts';
import { REQUEST_ID_HEADER } from '../http/response-headers.ts';
import type { Vouch } from '../security/assertion-issuer.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { traceCall } from '../telemetry/trace-events.ts';
import { makeAnswerReader } from './read-answer.ts';

export interface ServiceClientOptions {
  /** The called service, for the log and error messages. */
  readonly service: ServiceName;
  /** Evaluated for each call, because services start in any order. */
  readonly baseUrl: () => string;
  readonly log: Logger;
  readonly telemetry?: Telemetry;
  /** Maximum number of concurrent calls. Further calls wait, which counts towards their timeout. */
  readonly connectionsMax?: number | undefined;
}

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** The assertion of the request that the call is part of, or a function that signs one. */
  readonly assertion: string | Vouch;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly requestId?: string;
  /** The client address of the request that the call is part of. */
  readonly clientAddress?: string | null;
}

export interface ServiceClient {
  /**
   * Calls an operation of the service.
   *
   * @returns the body of the answer.
   * @throws AppError with the service's code and message if it refuses (4xx); UNAVAILABLE if it cannot be reached,
   *   times out or fails (5xx); the signal's reason.
   */
  call<O extends Operation>(operation: O, options: CallOptions): Promise<AnswerOf<O>>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2_000;
// Below the servers' 65 s: the client must be the side that closes an idle connection.
const KEEP_ALIVE_MS = 30_000;
const CONNECTIONS_MAX = 64;
// The deadline of a call ends it. By default undici would after five minutes, regardless of the caller's timeout.
const NO_OTHER_LIMIT = { headersTimeout: 0, bodyTimeout: 0 };

/** Creates a client of another service. Connections are reused, and every call has a timeout. */
export function makeServiceClient(options: ServiceClientOptions): ServiceClient {
  const { service, baseUrl, log, telemetry, connectionsMax = CONNECTIONS_MAX } = options;
  const agent = new Agent({
    connections: connectionsMax,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  const readAnswer = makeAnswerReader(service);

  const send = async (
    operation: Operation,
    call: CallOptions,
    { base, signal }: { readonly base: string; readonly signal: AbortSignal },
  ) => {
    const { id, method } = operation;
    const traced = { tracing: telemetry?.tracing, peer: service, method, operation: id };
    const { assertion: given } = call;
    const assertion = typeof given === 'string' ? given : await given(operation, service);
    return traceCall(traced, async (traceHeaders) => {
      const { statusCode, headers, body } = await agent.request({
        ...buildUrl(base, operation, call),
        method: method satisfies Dispatcher.HttpMethod,
        headers: { ...headersOf(call, assertion), ...traceHeaders },
        body: call.body === undefined ? null : JSON.stringify(call.body),
        ...{ signal, ...NO_OTHER_LIMIT },
      });
      return { status: statusCode, headers, text: await body.text() };
    });
  };

  return {
    async call(operation, call) {
      const { timeoutMs = TIMEOUT_MS, signal, requestId } = call;
      // Throws while the service is still starting, which does not count as a failed call.
      const base = baseUrl();
      try {
        const answer = await withDeadline({ timeoutMs, signal }, (ended) =>
          // undici ignores the signal of a request until it has a connection.
          Promise.race([send(operation, call, { base, signal: ended }), rejectionOf(ended)]),
        );
        return readAnswer(operation, answer);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (error instanceof AppError && error.code !== 'UNAVAILABLE') throw error;
        log.warn({ err: error, peer: service, operation: operation.id, requestId }, 'call failed');
        throw error instanceof AppError ? error : unreachable(service, error);
      }
    },
    close: () => agent.destroy(),
  };
}

function unreachable(service: ServiceName, cause: unknown): AppError {
  const message = `The ${service} service cannot be reached right now.`;
  return new AppError('UNAVAILABLE', message, { cause });
}

function headersOf(call: CallOptions, assertion: string): Record<string, string> {
  const { body, requestId, clientAddress = null } = call;
  return {
    [INTERNAL_HEADERS.assertion]: assertion,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
    ...(clientAddress === null ? {} : { [INTERNAL_HEADERS.clientAddress]: clientAddress }),
  };
}

/**
 * Fills in an operation's path.
 *
 * @throws Error if a path parameter is missing.
 */
function buildUrl(
  baseUrl: string,
  operation: Operation,
  { params = {}, query = {} }: Pick<CallOptions, 'params' | 'query'>,
): { origin: string; path: string } {
  const path = operation.path.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, rest: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.id} needs the path parameter ${name}`);
    // A rest parameter keeps its slashes.
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  return {
    origin: base.origin,
    path: search.size > 0 ? `${prefix}${path}?${search.toString()}` : prefix + path,
  };
}
