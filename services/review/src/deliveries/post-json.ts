import { type EgressGuard, EgressRefused, withDeadline } from '@output-review/runtime';

import { type SinkAnswer, unanswered } from './sink.ts';

/** From the look-up of the name to the end of the answer. Source: resolved interface, §10. */
export const ATTEMPT_MS_MAX = 15_000;

const USER_AGENT = 'output-review/1';

export interface PostOptions {
  readonly egress: Pick<EgressGuard, 'fetch'>;
  readonly timeoutMs: number;
}

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: string;
  readonly sentAt: Date;
}

/**
 * Posts JSON to a URL that a user has given us, and says how that went. Any 2xx is a success, also where
 * its body is never sent to its end; a redirect is a failure.
 *
 * @throws what the signal is aborted with.
 */
export function postJson(
  post: Post,
  { egress, timeoutMs }: PostOptions,
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
    // An answer is taken as it is: nothing of it needs to be unpacked.
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
// What is read to its end leaves the connection open for the next delivery; nobody waits for more.
const READ_BYTES_MAX = 16 * 1_024;

type Chunks = AsyncIterable<Uint8Array> | null;

/**
 * The first 1 KB of an answer as text; null for none. A long answer is cut off, which closes its
 * connection; one that breaks off or stops says as much as has come.
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
    // The status has been told; the rest of the answer decides nothing.
  }
  if (bytes === 0) return null;
  const text = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES_MAX).toString('utf8');
  // PostgreSQL keeps no U+0000.
  return text.replaceAll('\0', '\uFFFD');
}

const SECOND_MS = 1_000;

/**
 * For how long a receiver wants to be left alone, in milliseconds; null where its header says nothing
 * that can be understood. Source: RFC 9110, 10.2.3.
 */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // A date of HTTP begins with a day; `Date` would take much else for one.
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

// For whoever looks after the receiver. Source of the codes: Node, "Common system errors"; undici's own.
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
 * Why nothing came back, in a sentence; it names no address, which may be one of our own.
 *
 * @param lateMs what it had, where it took longer; null where it ended before.
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
