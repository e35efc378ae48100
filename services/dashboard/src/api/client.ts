import createClient from 'openapi-fetch';

import { fetchSignedIn } from './fetch-signed-in.ts';
import type { components, paths } from './schema.d.ts';

/** The API, typed by its OpenAPI: `take(api.GET('/api/logs/{id}', {params: {path: {id}}}))`. */
export const api = createClient<paths>({ baseUrl: '', fetch: fetchSignedIn });

export type ErrorBody = components['schemas']['Error'];

/** An answer that is an error, or none at all. */
export class ApiFailure extends Error {
  /** 0 where nothing answered. */
  readonly status: number;
  /** `UNREACHABLE` where nothing answered, or something between that is not the service. */
  readonly code: ErrorBody['code'] | 'UNREACHABLE';
  /** Faults by the dotted path of the field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, body: ErrorBody | null, options?: ErrorOptions) {
    super(body?.error ?? 'The service cannot be reached.', options);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body?.code ?? 'UNREACHABLE';
    this.fields = body?.fields ?? {};
  }
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
    throw new ApiFailure(0, null, { cause: error });
  }
  if (outcome.data !== undefined) return outcome.data;
  const { status } = outcome.response;
  throw new ApiFailure(status, isErrorBody(outcome.error) ? outcome.error : null);
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'error' in value;
}
