/**
 * Every machine-readable code of an error body, with its HTTP status and whether the unchanged request may succeed
 * later.
 *
 * Source: the interface's list of error codes. Codes are never renamed, only added.
 */
export const ERROR_CODES = {
  VALIDATION_FAILED: { status: 400, retriable: false },
  INVALID_JSON: { status: 400, retriable: false },
  UNAUTHENTICATED: { status: 401, retriable: false },
  FORBIDDEN: { status: 403, retriable: false },
  NOT_FOUND: { status: 404, retriable: false },
  NO_INSTRUCTIONS: { status: 404, retriable: false },
  REVISION_NOT_FOUND: { status: 404, retriable: false },
  UPLOAD_CONSUMED: { status: 404, retriable: false },
  METHOD_NOT_ALLOWED: { status: 405, retriable: false },
  CONFLICT: { status: 409, retriable: false },
  STILL_EVALUATING: { status: 409, retriable: false },
  ALREADY_DECIDED: { status: 409, retriable: false },
  CLAIMED: { status: 409, retriable: false },
  NOT_DECIDED: { status: 409, retriable: false },
  ID_CONFLICT: { status: 409, retriable: false },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, retriable: false },
  VERSION_CONFLICT: { status: 409, retriable: false },
  STALE_DRAFT: { status: 409, retriable: false },
  DRAFT_IN_PROGRESS: { status: 409, retriable: false },
  NO_NOTES: { status: 409, retriable: false },
  NO_LABELS: { status: 409, retriable: false },
  NO_MODEL_CONFIGURED: { status: 409, retriable: false },
  CORRECTION_FLAGGED: { status: 409, retriable: false },
  PROJECT_NOT_EMPTY: { status: 409, retriable: false },
  TASK_NOT_EMPTY: { status: 409, retriable: false },
  LAST_ADMIN: { status: 409, retriable: false },
  WORKSPACE_CHANGED: { status: 409, retriable: false },
  PAYLOAD_TOO_LARGE: { status: 413, retriable: false },
  MEDIA_QUOTA_EXCEEDED: { status: 413, retriable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retriable: false },
  MISDIRECTED_REQUEST: { status: 421, retriable: false },
  IDEMPOTENCY_KEY_REUSED: { status: 422, retriable: false },
  UNPROCESSABLE_ATTACHMENT: { status: 422, retriable: false },
  RATE_LIMITED: { status: 429, retriable: true },
  INTERNAL: { status: 500, retriable: false },
  UNAVAILABLE: { status: 503, retriable: true },
} as const satisfies Record<string, { status: number; retriable: boolean }>;

/** One of the machine-readable error codes of the interface. */
export type ErrorCode = keyof typeof ERROR_CODES;
