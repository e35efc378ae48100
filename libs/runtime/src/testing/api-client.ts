import { sendRequest } from './send-request.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; null where the answer has no body. */
  readonly body: unknown;
}

type SentHeaders = Readonly<Record<string, string>>;

export interface ApiRequest {
  /** A string goes out as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: SentHeaders;
}

export interface ApiClient {
  request(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  get(path: string, headers?: SentHeaders): Promise<ApiAnswer>;
  post(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiAnswer>;
  patch(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiAnswer>;
  delete(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiAnswer>;
  /** The same client with headers on every request. */
  with(headers: SentHeaders): ApiClient;
}

/** Makes a client of an HTTP API for tests; it throws for no status. */
export function makeApiClient(baseUrl: string, common: SentHeaders = {}): ApiClient {
  const request: ApiClient['request'] = async (method, path, { body, headers } = {}) => {
    const { text, ...answer } = await sendRequest(baseUrl + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...common,
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    });
    return { ...answer, body: text === '' ? null : JSON.parse(text) };
  };
  const sending =
    (method: string) =>
    (path: string, body?: unknown, headers: SentHeaders = {}): Promise<ApiAnswer> =>
      request(method, path, { body, headers });
  return {
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: sending('POST'),
    patch: sending('PATCH'),
    delete: sending('DELETE'),
    with: (headers) => makeApiClient(baseUrl, { ...common, ...headers }),
  };
}
