import { AppError, type FieldMessages } from './app-error.ts';
import type { ErrorCode } from './codes.ts';

/** The standard error body. */
export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly fields: FieldMessages;
}

/** An error as it leaves a service. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

// A client that is told "unavailable" without a time tries at once; five seconds is what our own
// servers need to come back (flow: PostgreSQL is back within 5 s).
const UNAVAILABLE_RETRY_AFTER_SECONDS = 5;

/**
 * Turns whatever was thrown into the answer that the caller sees.
 *
 * An AppError keeps its public message, code, fields and details. Anything else becomes an opaque 500: its
 * message may name a table or a host, so it is for the log alone.
 */
export function toErrorResponse(error: unknown): ErrorResponse {
  const known =
    error instanceof AppError
      ? error
      : new AppError('INTERNAL', 'Something went wrong on our side.');
  return { status: known.status, headers: retryAfter(known), body: toErrorBody(known) };
}

/** The body of a known error: the standard keys, and its details. */
export function toErrorBody(error: AppError): ErrorBody {
  return { error: error.message, code: error.code, fields: error.fields, ...error.details };
}

function retryAfter(error: AppError): Record<string, string> {
  if (!error.retriable && error.retryAfterSeconds === undefined) return {};
  return { 'Retry-After': String(error.retryAfterSeconds ?? UNAVAILABLE_RETRY_AFTER_SECONDS) };
}
