import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { Agent, request } from 'undici';

/** A response of the service; `body` is its JSON, empty if it was not JSON. */
export interface ApiAnswer {
  /** `NO_ANSWER` if there was none. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly json?: unknown;
}

export interface ApiClient {
  /**
   * Retries until an answer is about the request itself: 429 and temporary failures are waited out. A fault of the
   * service (`INTERNAL`) may be caused by this request alone, so it is returned after a few attempts and the other
   * requests continue.
   *
   * @throws ServiceGone if the service could not be reached, or did not recover, for too long.
   */
  call(call: ApiCall): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export interface ApiClientOptions {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** Called when all workers have to wait, with the time and the reason. */
  readonly onWait?: (ms: number, reason: string) => void;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The service did not answer or kept failing; the message says which. Running the same command later continues. */
export class ServiceGone extends Error {}

// A sync submission may take 28 s before it is answered.
const ANSWER_TIMEOUT_MS = 60_000;
// 1 + 2 + 4 + … up to 30 s each: about four minutes in total, enough for a restart or a deployment.
const ATTEMPTS_MAX = 12;
const FAULT_ATTEMPTS_MAX = 3;
const BACKOFF_MS_MAX = 30_000;
// The window of the rate limit, for a 429 without Retry-After.
const RETRY_AFTER_MS = 60_000;
const NO_ANSWER = 0;

/**
 * Creates a client of the public API for one token.
 *
 * @throws Error if the URL or the token is invalid.
 */
export function makeApiClient(options: ApiClientOptions): ApiClient {
  checkUsable(options);
  const baseUrl = baseOf(options.url);
  const { signal, wait = pause } = options;
  // Every request in flight listens to the signal. The caller chooses how many there are, so this is not a leak.
  setMaxListeners(0, signal);
  const agent = new Agent({ headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS });
  // The rate limit applies to the token, so every worker that makes the same kind of call waits.
  const gates = new Map<string, Promise<unknown>>();

  async function call(apiCall: ApiCall): Promise<ApiAnswer> {
    for (let failures = 0, faults = 0; ;) {
      await gates.get(apiCall.method);
      const answer = await send(apiCall).catch((error: unknown) => unreachable(error, signal));
      if (answer.status === 429) {
        const ms = retryAfterMs(answer) ?? RETRY_AFTER_MS;
        options.onWait?.(ms, 'the rate limit');
        gates.set(apiCall.method, wait(ms, signal));
      } else if (!isTransient(answer)) {
        return answer;
      } else {
        failures += 1;
        if (isFault(answer)) faults += 1;
        if (faults === FAULT_ATTEMPTS_MAX) return answer;
        if (failures === ATTEMPTS_MAX) throw new ServiceGone(describeOutage(answer));
        const ms = Math.min(BACKOFF_MS_MAX, retryAfterMs(answer) ?? 500 * 2 ** failures);
        options.onWait?.(ms, describe(answer));
        await wait(ms, signal);
      }
    }
  }

  async function send({ method, path, json }: ApiCall): Promise<ApiAnswer> {
    const answer = await request(baseUrl + path, {
      method,
      dispatcher: agent,
      signal,
      headers: {
        authorization: `Bearer ${options.token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: parseObject(await answer.body.text()),
    };
  }

  return { call, close: () => agent.close() };
}

/**
 * Checks what would make every request fail, which would look like an outage and be retried for minutes. The message
 * quotes nothing, because a URL may contain a password.
 */
function checkUsable({ url, token }: ApiClientOptions): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(
      'The URL of the service cannot be used: it must begin with https:// or http://.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new Error('The token is empty or has invalid characters. Copy it again.');
  }
}

/** Keeps the path, which a proxy may need. Paths of calls are appended to it. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal });

function unreachable(error: unknown, signal: AbortSignal): ApiAnswer {
  if (signal.aborted) throw error;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return { status: NO_ANSWER, headers: {}, body: { error: `cannot be reached: ${reason}` } };
}

function isTransient({ status, body }: ApiAnswer): boolean {
  if (status === NO_ANSWER || status >= 500) return true;
  return status === 409 && body.code === 'IDEMPOTENCY_IN_FLIGHT';
}

/** Whether the service itself failed on this request, unlike a proxy that answers while the service is down. */
export function isFault({ body }: ApiAnswer): boolean {
  return body.code === 'INTERNAL';
}

function retryAfterMs({ headers }: ApiAnswer): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

function describeOutage(answer: ApiAnswer): string {
  const text = describe(answer);
  return answer.status === NO_ANSWER ? text : `does not respond as expected: ${text}`;
}

function describe({ status, body }: ApiAnswer): string {
  const error = body.error;
  return typeof error === 'string' ? error : `HTTP ${status}`;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
