import { sendRequest } from '@output-review/runtime/testing';

/** A response as tests use it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The decoded JSON; `{}` if the response has none. */
  readonly body: JsonObject;
  readonly text: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; strings and bytes unchanged. */
  readonly body?: unknown;
}

/** A client of the public listener with one credential. */
export interface Client {
  get(path: string, call?: Call): Promise<Answer>;
  post(path: string, body?: unknown, call?: Call): Promise<Answer>;
  patch(path: string, body?: unknown, call?: Call): Promise<Answer>;
  delete(path: string, call?: Call): Promise<Answer>;
  /** Reads the headers of a possibly endless response and cancels its body. */
  glance(path: string): Promise<Pick<Answer, 'status' | 'headers'>>;
}

/** Creates a client that sends the given headers (its credential) with every call. */
export function makeClient(url: string, headers: Readonly<Record<string, string>> = {}): Client {
  const send = async (method: string, path: string, call: Call = {}): Promise<Answer> => {
    const answer = await sendRequest(new URL(path, url), {
      method,
      headers: { ...(call.body === undefined ? {} : JSON_TYPE), ...headers, ...call.headers },
      ...(call.body === undefined ? {} : { body: encode(call.body) }),
    });
    return { ...answer, body: decode(answer.text) };
  };
  return {
    get: (path, call) => send('GET', path, call),
    post: (path, body, call) => send('POST', path, { ...call, body }),
    patch: (path, body, call) => send('PATCH', path, { ...call, body }),
    delete: (path, call) => send('DELETE', path, call),
    async glance(path) {
      const { status, headers: answered, body } = await fetch(new URL(path, url), { headers });
      await body?.cancel();
      return { status, headers: answered };
    },
  };
}

/** Signs in by email and password, like the dashboard. */
export async function signIn(url: string, email: string, password: string): Promise<Client> {
  return makeClient(url, await signInHeaders(url, email, password));
}

/** The headers of a signed-in user. */
export async function signInHeaders(
  url: string,
  email: string,
  password: string,
): Promise<Readonly<Record<string, string>>> {
  const origin = new URL(url).origin;
  const listener = makeClient(url, { origin });
  const answer = await listener.post('/api/auth/sign-in/email', { email, password });
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`);
  return sessionHeaders(url, answer);
}

/** The headers of the session started by a response. */
export function sessionHeaders(url: string, answer: Answer): Readonly<Record<string, string>> {
  const cookie = answer.headers
    .getSetCookie()
    .map((it) => it.split(';', 1)[0])
    .join('; ');
  if (cookie === '') throw new Error(`The response set no session cookie: ${answer.text}`);
  return { origin: new URL(url).origin, cookie };
}

const JSON_TYPE = { 'content-type': 'application/json' };

function encode(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

function decode(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}
