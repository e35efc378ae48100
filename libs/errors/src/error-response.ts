import { AppError, type FieldMessages } from './app-error.ts';
import type { ErrorCode } from './codes.ts';

/** The standard error body. */
export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly fields: FieldMessages;
}

/** An error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

// Clients that get no retry time retry at once. Five seconds is how long our own servers take to recover (flow:
// PostgreSQL is back within 5 s).
const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

/**
 * Turns a thrown value into an error response.
 *
 * An AppError keeps its public message, code, fields and details. Anything else becomes an opaque 500, because its
 * message may contain a table or a host name. That message is only logged.
 */
export function toErrorResponse(error: unknown): ErrorResponse {
  const known =
    error instanceof AppError
      ? error
      : new AppError('INTERNAL', 'Something went wrong on our side.');
  return { status: known.status, headers: retryAfter(known), body: toErrorBody(known) };
}

/** The body of a known error: the standard keys and its details. */
export function toErrorBody(error: AppError): ErrorBody {
  return { error: error.message, code: error.code, fields: error.fields, ...error.details };
}

function retryAfter(error: AppError): Record<string, string> {
  if (!error.retriable && error.retryAfterSeconds === undefined) return {};
  return { 'Retry-After': String(error.retryAfterSeconds ?? UNAVAILABLE_RETRY_AFTER_SECONDS) };
}
