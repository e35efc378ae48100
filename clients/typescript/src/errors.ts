import type { DecisionStatus, ServiceErrorCode } from './types.ts';

/**
 * A code of the service (docs/errors.md), or one of this client:
 *
 * - `NETWORK_ERROR`: no answer came, or not in time, after all retries.
 * - `INVALID_RESPONSE`: what answered is not the service; usually a wrong `baseUrl` or a proxy.
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

/** Whatever goes wrong between this client and the service. `code` says what. */
export class OutputReviewError extends Error {
  override readonly name: string = 'OutputReviewError';
  readonly code: ErrorCode;
  /** The HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** Messages by the dotted path of the field, such as `tags.3`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** What `Retry-After` said. */
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

/** Nobody decided within `timeoutMs`. The output still waits; wait again, or withdraw it. */
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
 * - `handled`: somebody took care of it, or it was withdrawn.
 * - `redo`: a person wants it done differently, and gave no params to run it with, or such as cannot be
 *   applied to what was asked for (`cause` says why); `decision` says how.
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
  /** Of the output that asked for the approval. */
  readonly id: string;
  /** What was decided; null where nothing was. */
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

/** A webhook that the service did not send, that was changed on the way, or that is too old. */
export class WebhookVerificationError extends OutputReviewError {
  override readonly name = 'WebhookVerificationError';

  constructor(message: string, cause?: unknown) {
    super('INVALID_WEBHOOK', message, { cause });
  }
}
