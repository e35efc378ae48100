// A verdict takes hundreds of bytes; with the vendor's envelope, thousands.
const ANSWER_BYTES_MAX = 1024 * 1024;

// Some vendors add a charset.
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

// A `Response` with one of these accepts no body, not even an empty one.
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** An answer cannot come from a model: it is not JSON by its content type, or is longer than any verdict. */
class StrangeAnswer extends Error {
  override readonly name = 'StrangeAnswer';
}

/** No complete answer arrived, whatever its status. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export interface SentRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly signal: AbortSignal | null;
  readonly redirect: 'manual';
}

/** The common interface of Node's fetch and the guarded one. */
export type SendRequest = (
  url: string,
  request: SentRequest,
) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null };
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}>;

/**
 * Fetches a complete answer, unless it is huge or its content type is not JSON: what a proxy says instead of a model is
 * no verdict. Follows no redirects, since a key must only be sent to its configured address. If the JSON is an error
 * with a status of its own, the answer gets that status.
 */
export function makeBoundedFetch(send: SendRequest): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const answering = sendAndRead(send, input instanceof Request ? input.url : String(input), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      // The SDK only sends JSON.
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
      redirect: 'manual',
    });
    const { response, content } = await answering.catch((error: unknown) => {
      if (error instanceof StrangeAnswer) throw error;
      throw new NoAnswer('No whole answer came', { cause: error });
    });
    const { statusText } = response;
    const headers = [...response.headers];
    const body = BODILESS_STATUSES.has(response.status) ? null : content;
    const status = (response.ok ? findStatusInside(content) : null) ?? response.status;
    // RFC 9110: a status beyond 599 counts as an error of the server. A `Response` accepts none.
    return new Response(body, { status: Math.min(status, 599), statusText, headers });
  };
}

async function sendAndRead(send: SendRequest, url: string, request: SentRequest) {
  const response = await send(url, request);
  const type = response.headers.get('content-type');
  if (response.ok && type !== null && !JSON_TYPE.test(type)) {
    await response.body?.cancel();
    throw new StrangeAnswer(`An answer of type ${type}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new StrangeAnswer(`More than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return { response, content: Buffer.concat(chunks) };
}

interface MayHaveFailed {
  readonly error?: { readonly code?: unknown } | null;
}

/** The status of an error within an answer, which OpenRouter sends with 200; null if there is none. */
function findStatusInside(content: Buffer): number | null {
  try {
    const said = JSON.parse(content.toString()) as
      | (MayHaveFailed & { readonly choices?: readonly (MayHaveFailed | null)[] | null })
      | null;
    const code = said?.error?.code ?? said?.choices?.[0]?.error?.code;
    const isStatus = typeof code === 'number' && Number.isInteger(code);
    return isStatus && code >= 400 && code <= 599 ? code : null;
  } catch {
    return null;
  }
}

type Headers = Readonly<Record<string, string | undefined>>;

// A longer Retry-After is capped: this is the time limit of a background evaluation.
const RETRY_AFTER_MS_MAX = 10 * 60_000;

/** The provider's Retry-After; null if it sends none or an invalid one. */
export function readRetryAfterMs(headers: Headers, now: Date): number | null {
  const inMs = Number(headers['retry-after-ms'] ?? NaN);
  if (inMs >= 0) return Math.min(inMs, RETRY_AFTER_MS_MAX);
  const text = headers['retry-after']?.trim() ?? '';
  if (text === '') return null;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), RETRY_AFTER_MS_MAX);
}
