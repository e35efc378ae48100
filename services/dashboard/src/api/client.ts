import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import createClient from 'openapi-fetch';

import {
  askToSignIn,
  headersFor,
  isElsewhere,
  isSomebodyElse,
  pageOwner,
  reportAnswer,
  reportSilence,
} from '../app/connection.ts';
import type { components, operations, paths } from './schema.d.ts';

/** The API, typed by its OpenAPI: `take(api.GET('/api/logs/{id}', {params: {path: {id}}}))`. */
export const api = createClient<paths>({ baseUrl: '', fetch: fetchSignedIn });

/** The response body of an operation. */
export type Answer<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Content } } };
}
  ? Content
  : never;

/** The request body of an operation. */
export type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;

const WORKSPACE_HEADER = 'X-Workspace';
const USER_HEADER = 'X-User';

// These return the current workspace of the session, which the caller checks.
const WORKSPACE_QUERIES = new Set(['/api/auth/get-session', '/api/workspaces']);

// A page belongs to one person and workspace. Writes for another are refused, and reads from another are not shown.
api.use({
  onRequest({ request }) {
    if (request.method === 'GET') return request;
    const named = Object.entries(headersFor(pageOwner()));
    for (const [name, value] of named) request.headers.set(name, value);
    return request;
  },
  onResponse({ request, response, schemaPath }) {
    const workspaceId = response.headers.get(WORKSPACE_HEADER);
    const isRead = request.method === 'GET' && !WORKSPACE_QUERIES.has(schemaPath);
    // A gateway up to 0.2.0 names no person.
    const userId = response.headers.get(USER_HEADER) ?? undefined;
    if (isRead && workspaceId !== null) requireHere(workspaceId, userId);
  },
});

/** @throws ApiFailure if the page was not loaded for this workspace and person. */
export function requireHere(workspaceId: string, userId = pageOwner()?.userId): void {
  const here = pageOwner();
  if (here === null || (here.workspaceId === workspaceId && here.userId === userId)) return;
  reportElsewhere(here.userId !== userId);
  const error = 'Your session is of another workspace or person by now.';
  throw new ApiFailure(409, { error, code: 'WORKSPACE_CHANGED', fields: {} });
}

function reportElsewhere(isOther: boolean): void {
  isSomebodyElse.set(isOther);
  isElsewhere.set(true);
}

type ErrorBody = components['schemas']['Error'];

/** An error response, or no response at all. */
export class ApiFailure extends Error {
  /** 0 without a response. */
  readonly status: number;
  /** `UNREACHABLE` without a response, or if it did not come from the service. */
  readonly code: ErrorBody['code'] | 'UNREACHABLE';
  /** Validation errors by the dotted path of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole response body; some errors have more fields. */
  readonly body: ErrorBody | null;
  /** How long to wait before a retry; null if the response does not say. */
  readonly retryAfterMs: number | null;

  constructor(status: number, body: ErrorBody | null, options: FailureOptions = {}) {
    super(body?.error ?? 'The service cannot be reached.', options);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body?.code ?? 'UNREACHABLE';
    this.fields = body?.fields ?? {};
    this.body = body;
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
 * Returns the response body of a call.
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
  if (failure.code === 'WORKSPACE_CHANGED') {
    // If the workspace is the same, the person has changed.
    reportElsewhere(headers.get(WORKSPACE_HEADER) === pageOwner()?.workspaceId);
  }
  throw failure;
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'error' in value;
}

// On these paths, a 401 means wrong input, not an expired session.
const PUBLIC_PATHS = /^\/api\/(?:auth\/(?:sign-in|sign-up|reset|get-session)|invitations\/)/;

/** Like `fetch`, but after a 401 it asks the user to sign in and sends the same request again, so no input is lost. */
async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await send(request);
  if (response.status !== 401 || PUBLIC_PATHS.test(new URL(request.url).pathname)) {
    return response;
  }
  await askToSignIn();
  return send(again);
}

async function send(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    reportAnswer(response.status);
    return response;
  } catch (error) {
    if (!request.signal.aborted) reportSilence();
    throw error;
  }
}

const RETRIES_MAX = 2;
const STALE_AFTER_MS = 10_000;

/** Caches API responses, with their stale time and retries. */
export function makeQueryClient(): QueryClient {
  return new RefetchingQueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < RETRIES_MAX && isTransient(error),
      },
      // Fail at once when offline: a paused mutation would be sent minutes later, even after its dialog was closed.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * On `invalidateQueries`, TanStack Query goes on with a first load and with loads of data that is not shown, though their
 * results may be stale and would then count as fresh.
 */
class RefetchingQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined || !query.isActive());
    await super.invalidateQueries(filters, options);
    if (loading.length === 0) return;
    await Promise.allSettled(loading.map(async ({ promise }) => promise));
    // Another caller that waited for the same loads may have started the refetch already.
    await super.invalidateQueries(
      {
        refetchType: filters?.refetchType ?? 'active',
        predicate: (query) => loading.includes(query),
      },
      { ...options, cancelRefetch: false },
    );
  }
}

/** Whether a retry may succeed. */
function isTransient(error: Error): boolean {
  return !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
}
