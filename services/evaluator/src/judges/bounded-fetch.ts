// A verdict is some hundred bytes; with what vendors put around it, some thousand.
const ANSWER_BYTES_MAX = 1024 * 1024;

// As vendors write it; some of them add a charset.
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

// A `Response` of these takes no body, not even an empty one.
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** An answer cannot be one of a model: it says that it is no JSON, or is longer than any verdict is. */
class StrangeAnswer extends Error {
  override readonly name = 'StrangeAnswer';
}

/** No whole answer came, of whatever status. */
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

/** What Node's own fetch and the guarded one have in common. */
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
 * Fetches an answer whole, as long as it is not huge, and does not say to be something else: what a
 * proxy says in a model's place is no verdict. It follows no redirect: a key must not go
 * anywhere but to the address that it was configured with. An answer whose JSON is an error with a status
 * of its own is given that status.
 */
export function makeBoundedFetch(send: SendRequest): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const answering = sendAndRead(send, input instanceof Request ? input.url : String(input), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      // The SDK sends JSON and nothing else.
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
    return new Response(body, { status, statusText, headers });
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

/** The status of an error that an answer holds, as OpenRouter sends it with 200; null where it holds none. */
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

// Whoever asks for more is asked again after this: it is the time that a background evaluation has.
const RETRY_AFTER_MS_MAX = 10 * 60_000;

/** How long a provider asks us to wait; null where it does not say, or not so that we understand. */
export function readRetryAfterMs(headers: Headers, now: Date): number | null {
  const inMs = Number(headers['retry-after-ms'] ?? NaN);
  if (inMs >= 0) return Math.min(inMs, RETRY_AFTER_MS_MAX);
  const text = headers['retry-after']?.trim() ?? '';
  if (text === '') return null;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), RETRY_AFTER_MS_MAX);
}
