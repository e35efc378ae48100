import { ERROR_CODES, type ErrorCode } from './codes.ts';

/** Messages by dotted path, counted from 0: `{ 'tags.3': 'must not contain a comma' }`. */
export type FieldMessages = Readonly<Record<string, string>>;

/** Additional keys of the body, beside the standard ones, which are not allowed here. */
export type ErrorDetails = Readonly<Record<string, unknown>> & {
  readonly error?: never;
  readonly code?: never;
  readonly fields?: never;
};

export interface AppErrorOptions {
  /** All validation errors of the request, by dotted path. */
  readonly fields?: FieldMessages;
  /** Additional keys of the body, as declared in the contract of the operation. */
  readonly details?: ErrorDetails;
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The underlying error; logged, never sent. */
  readonly cause?: unknown;
}

/**
 * An error whose message, fields and details are public and sent to the caller.
 *
 * Put internal details (SQL, host names, stacks) into `cause`.
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
