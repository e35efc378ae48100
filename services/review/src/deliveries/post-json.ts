import { type EgressGuard, EgressRefused, withDeadline } from '@output-review/runtime';

import { type SinkAnswer, unanswered } from './sink.ts';

/** From the DNS lookup to the end of the response. Source: resolved interface, §10. */
export const ATTEMPT_MS_MAX = 15_000;

const USER_AGENT = 'output-review/1';

export interface PostOptions {
  readonly egress: Pick<EgressGuard, 'fetch'>;
  /** Timeout of an attempt, 15 s by default. */
  readonly timeoutMs?: number | undefined;
}

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: string;
  readonly sentAt: Date;
}

/**
 * Posts JSON to a URL that a user configured. Any 2xx is a success, even if its body never ends. A redirect is a
 * failure.
 *
 * @throws the abort reason of the signal.
 */
export function postJson(
  post: Post,
  { egress, timeoutMs = ATTEMPT_MS_MAX }: PostOptions,
  signal: AbortSignal,
): Promise<SinkAnswer> {
  return withDeadline({ timeoutMs, signal }, async (ended) => {
    try {
      return await exchange(post, egress, ended);
    } catch (error) {
      if (signal.aborted) throw error;
      return unanswered(describeFailure(error, ended.aborted ? timeoutMs : null));
    }
  });
}

async function exchange(
  { url, headers = {}, json, sentAt }: Post,
  egress: PostOptions['egress'],
  signal: AbortSignal,
): Promise<SinkAnswer> {
  const response = await egress.fetch(url, {
    method: 'POST',
    // Asks for an unencoded response, so that nothing needs to be decompressed.
    headers: {
      ...{ 'content-type': 'application/json', 'user-agent': USER_AGENT },
      ...{ 'accept-encoding': 'identity', ...headers },
    },
    body: json,
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  return {
    ...{ status, error: faultOf(status), answer: await readExcerpt(response.body) },
    retryAfterMs: readRetryAfter(response.headers.get('retry-after'), sentAt),
  };
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The response was ${status}, a redirect, which is not followed.`;
  return `The response was ${status}.`;
}

const EXCERPT_BYTES_MAX = 1_024;
// Reading a response to its end keeps the connection open for the next delivery. Longer responses are not worth it.
const READ_BYTES_MAX = 16 * 1_024;

type Chunks = AsyncIterable<Uint8Array> | null;

/**
 * The first 1 KB of a response as text, null if empty. Cuts off a long response, which closes its connection. If the
 * response breaks off or stalls, returns what has arrived.
 */
async function readExcerpt(body: Chunks): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      if (bytes < EXCERPT_BYTES_MAX) chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > READ_BYTES_MAX) break;
    }
  } catch {
    // The status is known, and the rest of the response does not matter.
  }
  if (bytes === 0) return null;
  const text = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES_MAX).toString('utf8');
  // PostgreSQL cannot store U+0000.
  return text.replaceAll('\0', '\uFFFD');
}

const SECOND_MS = 1_000;

/** The receiver's Retry-After in milliseconds, null if the header is invalid. Source: RFC 9110, 10.2.3. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // An HTTP date begins with a weekday. `Date` would accept much else.
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

// Texts for the operator of the receiver. Source of the codes: Node, "Common system errors"; undici's own.
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the response.',
  UND_ERR_SOCKET: 'The connection was closed before the response.',
  EPIPE: 'The connection was closed before the response.',
  ENOTFOUND: 'The host name does not resolve.',
  EAI_AGAIN: 'The host name does not resolve at the moment.',
  ETIMEDOUT: 'The host cannot be reached.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'The host cannot be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too long.',
};

const IS_TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

/**
 * Why there was no response, as a sentence. Names no address, which may be internal.
 *
 * @param lateMs the timeout, if it was exceeded; null if the attempt ended before.
 */
export function describeFailure(error: unknown, lateMs: number | null): string {
  if (lateMs !== null) return `There was no response within ${lateMs / 1_000} s.`;
  if (EgressRefused.isCauseOf(error)) return 'Requests to this address are not allowed.';
  for (let each = error; isObject(each); each = each.cause) {
    const { code } = each;
    if (typeof code !== 'string') continue;
    if (REASONS[code]) return REASONS[code];
    if (IS_TLS.test(code)) return 'The host does not have a valid certificate.';
    if (code.startsWith('HPE_')) return 'The response is not valid HTTP.';
  }
  return 'The request failed.';
}

function isObject(value: unknown): value is { readonly code?: unknown; readonly cause?: unknown } {
  return typeof value === 'object' && value !== null;
}
