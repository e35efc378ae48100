import type { DecisionStatus, ServiceErrorCode } from './types.ts';

/**
 * A code of the service (docs/errors.md), or one of this client:
 *
 * - `NETWORK_ERROR`: no answer, or none in time, after all retries.
 * - `INVALID_RESPONSE`: the answer is not from the service; usually a wrong `baseUrl` or a proxy.
 * - `WAIT_TIMEOUT`, `NOT_APPROVED`, `INVALID_WEBHOOK`: see the subclasses.
 */
export type ErrorCode =
  | ServiceErrorCode
  | 'NETWORK_ERROR'
  | 'INVALID_RESPONSE'
  | 'WAIT_TIMEOUT'
  | 'NOT_APPROVED'
  | 'INVALID_WEBHOOK';

export interface ErrorDetails {
  readonly status?: number | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Base class of the errors of this client. `code` says what went wrong. */
export class OutputReviewError extends Error {
  override readonly name: string = 'OutputReviewError';
  readonly code: ErrorCode;
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** Messages by the dotted path of the field, such as `tags.3`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** The delay from `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Nobody decided within `timeoutMs`. The output is still waiting: wait again, or withdraw it. */
export class WaitTimeoutError extends OutputReviewError {
  override readonly name = 'WaitTimeoutError';
  readonly id: string;

  constructor(id: string, timeoutMs: number) {
    super('WAIT_TIMEOUT', `Output ${id} was not settled within ${timeoutMs} ms.`);
    this.id = id;
  }
}

/**
 * Why an action was not run:
 *
 * - `rejected`: a person rejected it.
 * - `expired`: nobody decided by `respondBy`, and the deadline rejected it.
 * - `handled`: somebody handled it otherwise, or it was withdrawn.
 * - `redo`: a person wants it done differently, and gave no params, or params that cannot be applied to the submitted
 *   ones (`cause` says why); `decision` has the details.
 * - `unanswered`: nobody decided within `timeoutMs`.
 * - `deleted`: the output was deleted before the action ran.
 * - `undecided`: the service settled it without a decision. An action that was not held does not run.
 */
export type NotApprovedReason =
  | 'rejected'
  | 'expired'
  | 'handled'
  | 'redo'
  | 'unanswered'
  | 'deleted'
  | 'undecided';

/** The action was not approved, and the function was not called. */
export class NotApprovedError extends OutputReviewError {
  override readonly name = 'NotApprovedError';
  readonly reason: NotApprovedReason;
  /** ID of the output that requested the approval. */
  readonly id: string;
  /** The decision; null if there was none. */
  readonly decision: DecisionStatus | null;

  constructor(
    reason: NotApprovedReason,
    { id, decision, cause }: { id: string; decision: DecisionStatus | null; cause?: unknown },
  ) {
    const comment = decision?.comment ? `: ${decision.comment}` : '';
    super('NOT_APPROVED', `Action ${id} is not approved (${reason})${comment}`, { cause });
    this.reason = reason;
    this.id = id;
    this.decision = decision;
  }
}

/** A webhook that is not from the service, was changed in transit, or is too old or too far in the future. */
export class WebhookVerificationError extends OutputReviewError {
  override readonly name = 'WebhookVerificationError';

  constructor(message: string, cause?: unknown) {
    super('INVALID_WEBHOOK', message, { cause });
  }
}
