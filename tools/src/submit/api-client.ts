import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { Agent, request } from 'undici';

/** An answer of the service; `body` is what its JSON said, and empty where it was none. */
export interface ApiAnswer {
  /** `NO_ANSWER` where there was none. */
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
   * Calls until there is an answer that says something about the request itself: "too many" and
   * "not now" are waited out. A fault of the service (`INTERNAL`) may be of this request alone: it is
   * returned after a few tries, so that others go on.
   *
   * @throws ServiceGone when the service could not be reached, or did not recover, for too long.
   */
  call(call: ApiCall): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export interface ApiClientOptions {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** Told when everybody has to wait, and for how long. */
  readonly onWait?: (ms: number, reason: string) => void;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The service did not answer, or kept answering "not now"; the message says which. The same command goes on later. */
export class ServiceGone extends Error {}

// A sync submission may take 28 s at the other end before it is answered.
const ANSWER_TIMEOUT_MS = 60_000;
// 1 + 2 + 4 + … capped at 30 s: about four minutes, enough for a restart or a deployment.
const ATTEMPTS_MAX = 12;
const FAULT_ATTEMPTS_MAX = 3;
const BACKOFF_MS_MAX = 30_000;
// The limit's own window, for a 429 that does not say how long.
const RETRY_AFTER_MS = 60_000;
const NO_ANSWER = 0;

/**
 * Makes a client of the public listener for one token.
 *
 * @throws Error where the URL or the token cannot work.
 */
export function makeApiClient(options: ApiClientOptions): ApiClient {
  checkUsable(options);
  const baseUrl = baseOf(options.url);
  const { signal, wait = pause } = options;
  // Every request under way listens to it; how many is the caller's choice, not a leak.
  setMaxListeners(0, signal);
  const agent = new Agent({ headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS });
  // A refusal for the rate is about the token, so every worker that calls the same way waits.
  const gates = new Map<string, Promise<unknown>>();

  async function call(asked: ApiCall): Promise<ApiAnswer> {
    for (let failures = 0, faults = 0; ;) {
      await gates.get(asked.method);
      const answer = await send(asked).catch((error: unknown) => unreachable(error, signal));
      if (answer.status === 429) {
        const ms = retryAfterMs(answer) ?? RETRY_AFTER_MS;
        options.onWait?.(ms, 'the rate limit');
        gates.set(asked.method, wait(ms, signal));
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
 * What no request can be made of would look like an outage, and be tried again for minutes. Nothing is
 * quoted: a URL may have a password in it.
 */
function checkUsable({ url, token }: ApiClientOptions): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(
      'The URL of the service cannot be used: it must begin with https:// or http://.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new Error('The token is empty, or has characters that no token has: copy it once more.');
  }
}

/** With its path, which a proxy may need; paths of calls are put after it. */
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

/** Whether the service itself failed at this request, which is not what a proxy answers while it is away. */
export function isFault({ body }: ApiAnswer): boolean {
  return body.code === 'INTERNAL';
}

function retryAfterMs({ headers }: ApiAnswer): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

function describeOutage(answer: ApiAnswer): string {
  const text = describe(answer);
  return answer.status === NO_ANSWER ? text : `does not answer as it should: ${text}`;
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
