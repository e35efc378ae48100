import createClient from 'openapi-fetch';

import { isElsewhere, pageWorkspace } from '../app/page-workspace.ts';
import { fetchSignedIn } from './fetch-signed-in.ts';
import type { components, paths } from './schema.d.ts';

/** The API, typed by its OpenAPI: `take(api.GET('/api/logs/{id}', {params: {path: {id}}}))`. */
export const api = createClient<paths>({ baseUrl: '', fetch: fetchSignedIn });

const WORKSPACE_HEADER = 'X-Workspace';

// They say where the session acts, which is then looked at.
const ASKS_WHERE = new Set(['/api/auth/get-session', '/api/workspaces']);

// A page is of one workspace: what it sends happens there or not at all, and it shows nothing of another.
api.use({
  onRequest({ request }) {
    const workspaceId = pageWorkspace();
    if (workspaceId !== null && request.method !== 'GET') {
      request.headers.set(WORKSPACE_HEADER, workspaceId);
    }
    return request;
  },
  onResponse({ request, response, schemaPath }) {
    const workspaceId = response.headers.get(WORKSPACE_HEADER);
    const isRead = request.method === 'GET' && !ASKS_WHERE.has(schemaPath);
    if (isRead && workspaceId !== null) requireHere(workspaceId);
  },
});

/** @throws ApiFailure for a workspace that the page was not loaded for. */
export function requireHere(workspaceId: string): void {
  const here = pageWorkspace();
  if (here === null || here === workspaceId) return;
  isElsewhere.set(true);
  const error = 'Your session acts in another workspace by now.';
  throw new ApiFailure(409, { error, code: 'WORKSPACE_CHANGED', fields: {} });
}

export type ErrorBody = components['schemas']['Error'];

/** An answer that is an error, or none at all. */
export class ApiFailure extends Error {
  /** 0 where nothing answered. */
  readonly status: number;
  /** `UNREACHABLE` where nothing answered, or something between that is not the service. */
  readonly code: ErrorBody['code'] | 'UNREACHABLE';
  /** Faults by the dotted path of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** When to call again, where the answer says so. */
  readonly retryAfterMs: number | null;

  constructor(status: number, body: ErrorBody | null, options: FailureOptions = {}) {
    super(body?.error ?? 'The service cannot be reached.', options);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body?.code ?? 'UNREACHABLE';
    this.fields = body?.fields ?? {};
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

interface FailureOptions extends ErrorOptions {
  readonly retryAfterMs?: number | null;
}

interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * What a call answers.
 *
 * @throws ApiFailure for every other outcome.
 */
export async function take<T>(call: Promise<Outcome<T>>): Promise<T> {
  let outcome: Outcome<T>;
  try {
    outcome = await call;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (error instanceof ApiFailure) throw error;
    throw new ApiFailure(0, null, { cause: error });
  }
  if (outcome.data !== undefined) return outcome.data;
  const { status, headers } = outcome.response;
  const retryAfterMs = Number(headers.get('retry-after')) * 1_000 || null;
  const body = isErrorBody(outcome.error) ? outcome.error : null;
  const failure = new ApiFailure(status, body, { retryAfterMs });
  if (failure.code === 'WORKSPACE_CHANGED') isElsewhere.set(true);
  throw failure;
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'error' in value;
}
