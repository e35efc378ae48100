import { OutputReviewError, type ErrorCode } from './errors.ts';
import { isInFlight, isRetriable, readRetryAfter, retryDelayMs, sleep } from './retry.ts';
import type { CallOptions, JsonObject, ServiceErrorCode } from './types.ts';

export interface ClientOptions {
  /** URL of the service, such as `https://review.example.com`. */
  readonly baseUrl: string;
  /** The workspace token, or a named token. */
  readonly token: string;
  /** How often to retry a call after 429, 502, 503, 504 or a broken connection; 5 by default. */
  readonly maxRetries?: number;
  /** Timeout of one attempt; 40 s by default, and longer for calls that wait. */
  readonly requestTimeoutMs?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface HttpRequest extends CallOptions {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to the timeout of an attempt: how long the service is asked to wait. */
  readonly waitMs?: number;
  /** Overrides that of the client. */
  readonly maxRetries?: number | undefined;
}

/** Sends a request, retries it if that may help, and parses the JSON of the answer. */
export type Send = (request: HttpRequest) => Promise<JsonObject>;

const RETRIES = 5;
// A `sync` submission waits for judges, which may take 28 s.
const REQUEST_TIMEOUT_MS = 40_000;

/** @throws TypeError if an option is invalid. */
export function makeSend(options: ClientOptions): Send {
  const { maxRetries = RETRIES, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const base = readBaseUrl(options.baseUrl);
  const token = readToken(options.token);
  checkNumber('maxRetries', maxRetries);
  checkNumber('requestTimeoutMs', requestTimeoutMs);
  const fetchIt = options.fetch ?? globalThis.fetch;

  return async (request) => {
    const url = base + request.path + queryOf(request.query);
    const init = initOf(request, token);
    const timeoutMs = requestTimeoutMs + (request.waitMs ?? 0);
    const retries = request.maxRetries ?? maxRetries;
    checkNumber('maxRetries', retries);
    let failures = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await within(timeoutMs, request.signal, async (signal) => {
          const response = await fetchIt(url, { ...init, signal });
          return { response, text: await response.text() };
        });
        return readAnswer(answer);
      } catch (error) {
        if (!isRetriable(error)) throw error;
        // An attempt in flight has not failed, and ends on its own.
        if (!isInFlight(error)) failures += 1;
        if (failures > retries) throw error;
        await sleep(retryDelayMs(attempt, error.retryAfterMs), request.signal);
      }
    }
  };
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol);
  if (!isUsable || url.username + url.password + url.search + url.hash !== '') {
    throw new TypeError('`baseUrl` must be an http(s) URL without user, query and fragment.');
  }
  return url.pathname.endsWith('/') ? url.href.slice(0, -1) : url.href;
}

/** A variable that is not set must not become the token "undefined". */
function readToken(token: unknown): string {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError('`token` is empty or invalid.');
}

/** @throws TypeError if it is not a number from 0. */
export function checkNumber(name: string, value: number): void {
  if (!(value >= 0)) throw new TypeError(`\`${name}\` must be a number from 0.`);
}

function queryOf(query: HttpRequest['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function initOf({ method, body, headers }: HttpRequest, token: string): RequestInit {
  const hasBody = body !== undefined;
  return {
    method,
    headers: new Headers({
      ...headers,
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
    }),
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    // The token is the credential. Never send the browser's cookies.
    credentials: 'omit',
  };
}

interface Answer {
  readonly response: Response;
  readonly text: string;
}

/**
 * One attempt, which ends at its timeout or when the caller's signal is aborted.
 *
 * @throws OutputReviewError `NETWORK_ERROR`; the reason of the signal.
 */
async function within(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  outer?.throwIfAborted();
  const ending = new AbortController();
  const abort = () => ending.abort(outer?.reason);
  outer?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => ending.abort(new Error(`No answer within ${timeoutMs} ms`)),
    Math.min(timeoutMs, TIMER_MS_MAX),
  );
  try {
    return await run(ending.signal);
  } catch (error) {
    outer?.throwIfAborted();
    const cause: unknown = ending.signal.aborted ? ending.signal.reason : error;
    throw new OutputReviewError('NETWORK_ERROR', `The service did not answer: ${wordsOf(cause)}`, {
      cause,
    });
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

/** A timer longer than this fires at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1;

/** Node reports the reason in the cause of "fetch failed". */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

function readAnswer({ response, text }: Answer): JsonObject {
  if (response.redirected) {
    // A redirected POST may have become a GET of another resource.
    throw invalid(response, `The service redirects to ${response.url}; use that as \`baseUrl\`.`);
  }
  const body = parse(text);
  if (!response.ok) throw errorOf(response, body);
  if (body === null) throw invalid(response, 'The answer is not the JSON of the service.');
  return body;
}

function errorOf(response: Response, body: JsonObject | null): OutputReviewError {
  const { error, code, fields } = body ?? {};
  const ours = typeof error === 'string' && typeof code === 'string';
  const known = ours ? (code as ServiceErrorCode) : CODES_BY_STATUS[response.status];
  const message = typeof error === 'string' ? error : `The answer is ${response.status}.`;
  if (known === undefined) return invalid(response, message);
  return new OutputReviewError(known, message, {
    ...detailsOf(response),
    ...(isObject(fields) ? { fields: fields as Record<string, string> } : {}),
  });
}

// The 429 of a submission has no code, and proxies send their own bodies.
const CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  429: 'RATE_LIMITED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** The answer is not one of the service. */
function invalid(response: Response | null, message: string): OutputReviewError {
  return new OutputReviewError('INVALID_RESPONSE', message, response ? detailsOf(response) : {});
}

function detailsOf({ status, headers }: Response) {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  };
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
