import { sendRequest } from './send-request.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or null without a body. */
  readonly body: unknown;
}

type SentHeaders = Readonly<Record<string, string>>;

export interface ApiRequest {
  /** A string is sent as is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: SentHeaders;
}

export interface ApiClient {
  request(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  get(path: string, headers?: SentHeaders): Promise<ApiAnswer>;
  post(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiAnswer>;
  patch(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiAnswer>;
  delete(path: string, body?: unknown, headers?: SentHeaders): Promise<ApiAnswer>;
  /** Returns the same client with additional headers on every request. */
  with(headers: SentHeaders): ApiClient;
}

/** Creates an HTTP API client for tests. It does not throw for any status. */
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
