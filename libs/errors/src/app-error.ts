import { ERROR_CODES, type ErrorCode } from './codes.ts';

/** Messages by dotted path, counted from 0: `{ 'tags.3': 'must not contain a comma' }`. */
export type FieldMessages = Readonly<Record<string, string>>;

/** Keys beside those of the standard body; never one of them. */
export type ErrorDetails = Readonly<Record<string, unknown>> & {
  readonly error?: never;
  readonly code?: never;
  readonly fields?: never;
};

export interface AppErrorOptions {
  /** Faults by dotted path; all of a request's faults at once. */
  readonly fields?: FieldMessages;
  /** Further keys of the body, which the contract of the operation has. */
  readonly details?: ErrorDetails;
  /** Seconds after which a retry is worth while; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** What went wrong underneath; logged, never sent. */
  readonly cause?: unknown;
}

/**
 * A failure that the caller may be told of: its message, fields and details are public.
 *
 * Anything that must stay inside (SQL, host names, stacks) goes into `cause`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldMessages;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields ?? {};
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  /** Whether the same request, unchanged, may succeed later. */
  get retriable(): boolean {
    return ERROR_CODES[this.code].retriable;
  }
}
