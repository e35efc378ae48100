"""Types of the API. Generated from the contracts by `npm run publish-client`."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from .errors import ApiError

__all__ = [
    "AlreadyDecidedError",
    "ClaimedError",
    "ConflictError",
    "CorrectionFlaggedError",
    "DraftInProgressError",
    "ERRORS_BY_CODE",
    "ForbiddenError",
    "IdConflictError",
    "IdempotencyInFlightError",
    "IdempotencyKeyReusedError",
    "InternalError",
    "InvalidJsonError",
    "LastAdminError",
    "MediaQuotaExceededError",
    "MethodNotAllowedError",
    "MisdirectedRequestError",
    "NoInstructionsError",
    "NoLabelsError",
    "NoModelConfiguredError",
    "NoNotesError",
    "NotDecidedError",
    "NotFoundError",
    "Output",
    "OutputAction",
    "OutputAiAction",
    "OutputAppliedRules",
    "OutputApprovals",
    "OutputApprovalsGiven",
    "OutputApprovalsGroups",
    "OutputAssignee",
    "OutputAttachments",
    "OutputCorrectedAction",
    "OutputDecisions",
    "OutputDecisionsCorrectedAction",
    "OutputRevisions",
    "OutputStatus",
    "OutputStatusApprovals",
    "OutputStatusApprovalsGiven",
    "OutputStatusApprovalsGroups",
    "OutputStatusCorrectedAction",
    "PayloadTooLargeError",
    "ProjectNotEmptyError",
    "RateLimitedError",
    "RevisionNotFoundError",
    "Search",
    "SearchPage",
    "SearchPageExecutions",
    "SearchPageExecutionsApprovals",
    "SearchPageExecutionsApprovalsGiven",
    "SearchPageExecutionsApprovalsGroups",
    "SearchPageExecutionsAssignee",
    "SearchPageSummary",
    "StaleDraftError",
    "StillEvaluatingError",
    "Submission",
    "SubmissionAction",
    "SubmissionApprovals",
    "SubmissionAttachments",
    "SubmissionOutputAttachments",
    "Submitted",
    "TaskNotEmptyError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnprocessableAttachmentError",
    "UnsupportedMediaTypeError",
    "UploadConsumedError",
    "ValidationFailedError",
    "VersionConflictError",
    "Withdrawn",
    "WorkspaceChangedError",
]


class _SubmissionAttachmentsRequired(TypedDict):
    source: Literal["upload", "url", "uploaded", "stored"]


class SubmissionAttachments(_SubmissionAttachmentsRequired, total=False):
    # With `uploaded` and `stored`: the key, `/api/media/{key}`, or that path at the address of
    # this service.
    key: str
    # With `url`: an https URL that the service fetches.
    url: str
    # With `upload`: the bytes in base64.
    data: str
    filename: str
    label: str
    # Only a hint for text files: the type is detected from the bytes.
    contentType: str


class _SubmissionOutputAttachmentsRequired(TypedDict):
    source: Literal["upload", "url", "uploaded", "stored"]


class SubmissionOutputAttachments(_SubmissionOutputAttachmentsRequired, total=False):
    # With `uploaded` and `stored`: the key, `/api/media/{key}`, or that path at the address of
    # this service.
    key: str
    # With `url`: an https URL that the service fetches.
    url: str
    # With `upload`: the bytes in base64.
    data: str
    filename: str
    label: str
    # Only a hint for text files: the type is detected from the bytes.
    contentType: str


class _SubmissionActionRequired(TypedDict):
    # Must not be blank.
    name: str
    # Must not be blank.
    summary: str


class SubmissionAction(_SubmissionActionRequired, total=False):
    # At most 65536 bytes as JSON. At most 8 levels deep.
    params: dict[str, Any]


class _SubmissionApprovalsRequired(TypedDict):
    needed: int


class SubmissionApprovals(_SubmissionApprovalsRequired, total=False):
    # At least one of them must be a member of this group. The group needs a member who may
    # approve.
    groupId: str
    # Whether the person who created the submitting token, and the one whose email is `actorId`,
    # may not approve.
    notSubmitter: bool


class _SubmissionRequired(TypedDict):
    # Leading and trailing whitespace is removed.
    project: str


class Submission(_SubmissionRequired, total=False):
    # Leading and trailing whitespace is removed.
    task: str
    # Plain text or JSON text. An empty string means that the AI answered nothing. At most
    # 1048576 bytes in UTF-8.
    output: str
    # At most 1048576 bytes in UTF-8.
    input: str
    # Evaluate inline, and return the verdict in the response.
    sync: bool
    # Must begin with a letter or digit and contain only letters, digits, "_", ".", ":" and "-".
    # "tasks", "bulk" and "export" are reserved.
    id: str
    sessionId: str
    subjectId: str
    actorId: str
    model: str
    latencyMs: float
    costUsd: float
    confidence: float
    # A time without a zone is UTC. A date without a time is accepted too.
    timestamp: str
    tags: list[str]
    # At most 65536 bytes as JSON. At most 8 levels deep.
    metadata: dict[str, Any]
    attachments: list[SubmissionAttachments]
    outputAttachments: list[SubmissionOutputAttachments]
    action: SubmissionAction
    requireApproval: bool
    # How many people must approve, each once. Implies `requireApproval`.
    approvals: SubmissionApprovals
    callbackUrl: str
    callbackEvents: Literal["all", "flagged_error", "flagged_error_decisions", "decisions", "pass"]
    revisionOf: str
    # An ISO 8601 time, or a duration such as `PT30M`.
    respondBy: str
    onDeadline: Literal["escalate", "reject", "approve"]
    instructionsVersion: int


class _SubmittedRequired(TypedDict):
    ok: Literal[True]
    id: str
    status: Literal["pending", "pass", "flagged", "error"]


class Submitted(_SubmittedRequired, total=False):
    verdict: Literal["pass", "fail"] | None
    confidenceScore: float | None
    explanation: str | None


class OutputStatusCorrectedAction(TypedDict):
    params: dict[str, Any]


class OutputStatusApprovalsGiven(TypedDict):
    by: str | None
    at: str


class OutputStatusApprovalsGroups(TypedDict):
    id: str
    name: str
    # Whether a member of the group, or a person who stands in for it, has approved.
    isGiven: bool


class _OutputStatusApprovalsRequired(TypedDict):
    needed: int
    given: list[OutputStatusApprovalsGiven]


class OutputStatusApprovals(_OutputStatusApprovalsRequired, total=False):
    # Groups of which a member must approve. Left out if there are none.
    groups: list[OutputStatusApprovalsGroups]


class OutputStatus(TypedDict):
    id: str
    status: Literal["pending", "pass", "flagged", "error"]
    verdict: Literal["pass", "fail"] | None
    confidenceScore: float | None
    explanation: str | None
    humanDecision: Literal["approved", "rejected", "changed", "handled"] | None
    settled: bool
    comment: str | None
    correctedOutput: str | None
    correctedAction: OutputStatusCorrectedAction | None
    decidedBy: str | None
    decidedAt: str | None
    approvals: OutputStatusApprovals | None


class OutputAssignee(TypedDict):
    kind: Literal["user", "group"]
    id: str
    name: str


class OutputApprovalsGiven(TypedDict):
    by: str | None
    at: str


class OutputApprovalsGroups(TypedDict):
    id: str
    name: str
    # Whether a member of the group, or a person who stands in for it, has approved.
    isGiven: bool


class _OutputApprovalsRequired(TypedDict):
    needed: int
    given: list[OutputApprovalsGiven]


class OutputApprovals(_OutputApprovalsRequired, total=False):
    # Groups of which a member must approve. Left out if there are none.
    groups: list[OutputApprovalsGroups]


class OutputAction(TypedDict):
    name: str
    summary: str
    params: dict[str, Any]


class OutputAiAction(TypedDict):
    name: str
    summary: str
    params: dict[str, Any]


class OutputRevisions(TypedDict):
    id: str
    createdAt: str
    status: Literal["pending", "pass", "flagged", "error"]
    humanDecision: Literal["approved", "rejected", "changed", "handled"] | None


class OutputCorrectedAction(TypedDict):
    params: dict[str, Any]


class OutputAttachments(TypedDict):
    role: Literal["input", "output"]
    key: str
    filename: str
    contentType: str
    sizeBytes: int
    label: str | None
    url: str


class OutputDecisionsCorrectedAction(TypedDict):
    params: dict[str, Any]


class OutputDecisions(TypedDict):
    decision: Literal["approved", "rejected", "changed", "handled"]
    comment: str | None
    correctedOutput: str | None
    correctedAction: OutputDecisionsCorrectedAction | None
    reasonIds: list[str]
    by: str
    source: Literal["dashboard", "api", "deadline", "slack"]
    at: str
    clearedAt: str | None


class OutputAppliedRules(TypedDict):
    ruleId: str | None
    ruleVersion: int | None
    ruleName: str
    ruleType: Literal["keyword_required", "keyword_forbidden", "regex_required", "regex_forbidden", "min_length", "max_length", "json_valid", "json_field_exists", "json_field_equals", "json_field_range", "json_field_boolean", "json_field_date", "confidence_min", "latency_max", "cost_max", "llm_judge"]
    ruleValue: str
    scope: Literal["global", "project", "task"]
    projectName: str | None
    taskName: str | None
    outcome: Literal["passed", "failed", "error", "skipped"]
    summary: str | None
    evaluator: Literal["deterministic", "llm"]
    model: str | None
    confidence: float | None
    llmOutput: str | None
    inputTokens: int | None
    outputTokens: int | None
    costUsd: float | None
    # Calls of the judge. 1 for a deterministic rule.
    attempts: int
    latencyMs: float
    # Whether the rule was in shadow, so that its outcome does not count.
    shadow: bool


class Output(TypedDict):
    id: str
    timestamp: str
    projectId: str | None
    projectName: str | None
    taskName: str | None
    sessionId: str | None
    subjectId: str | None
    actorId: str | None
    model: str | None
    status: Literal["pending", "pass", "flagged", "error"]
    instructionsVersion: int | None
    latencyMs: float | None
    costUsd: float | None
    verdict: Literal["pass", "fail"] | None
    confidenceScore: float | None
    humanDecision: Literal["approved", "rejected", "changed", "handled"] | None
    decidedAt: str | None
    decidedBy: str | None
    decisionSource: Literal["dashboard", "api", "deadline", "slack"] | None
    callbackUrl: str | None
    metadata: dict[str, Any]
    tags: list[str]
    input: str | None
    output: str | None
    excerpt: str | None
    explanation: str | None
    respondBy: str | None
    # Whether it passed and was selected for review by the sample rate.
    sampled: bool
    claimedBy: str | None
    claimedUntil: str | None
    assignee: OutputAssignee | None
    approvals: OutputApprovals | None
    sessionTurnCount: int
    workspaceId: str
    createdAt: str
    submittedBy: str | None
    confidence: float | None
    callbackEvents: Literal["all", "flagged_error", "flagged_error_decisions", "decisions", "pass"]
    requireApproval: bool
    action: OutputAction | None
    aiAction: OutputAiAction | None
    revisionOf: str | None
    revisions: list[OutputRevisions]
    flaggedBy: str | None
    flagReason: str | None
    comment: str | None
    correctedOutput: str | None
    correctedAction: OutputCorrectedAction | None
    reasonIds: list[str]
    mayNotApprove: Literal["approved", "submitter", "group"] | None
    onDeadline: Literal["escalate", "reject", "approve"]
    escalatedAt: str | None
    mediaBytes: int
    attachments: list[OutputAttachments]
    # Oldest first. The newest include their `comment`, `correctedOutput` and `correctedAction`,
    # up to a total of 2 MB (2,097,152 bytes); in older ones they are null. The current decision
    # always includes them.
    decisions: list[OutputDecisions]
    # Live rules first, then those in shadow. Each of the two includes `ruleValue` up to a total
    # of 1 MB (1,048,576 bytes), rules that failed or erred first; for the others it is `…`.
    appliedRules: list[OutputAppliedRules]


_SearchKeywords = TypedDict("_SearchKeywords", {"from": "str"}, total=False)


class Search(_SearchKeywords, total=False):
    # If `true`, only flagged or error outputs without a decision.
    pending: bool
    status: Literal["pending", "pass", "flagged", "error"]
    # Full name, case-insensitive, or ID. Leading and trailing whitespace is removed.
    project: str
    # Full name, case-insensitive, or ID. Leading and trailing whitespace is removed.
    task: str
    sessionId: str
    subjectId: str
    actorId: str
    # Part of the project, task, model, session, subject or actor. Case-insensitive.
    q: str
    # Full name.
    model: str
    # Comma-separated. The output must have all of them. A tag with surrounding whitespace also
    # matches the tag without it.
    tags: str
    # A time without a zone is UTC. A date without a time is accepted too.
    to: str
    # `none`: only outputs without a decision.
    humanDecision: Literal["approved", "rejected", "changed", "handled", "none"]
    # `true`: only passed outputs that are samples. `false`: all others.
    sampled: bool
    decidedBy: str
    # ID of a reason that the decision gave.
    reason: str
    # `me`: only outputs that you have claimed. `none`: only unclaimed outputs. Otherwise the
    # email of the person who has claimed them.
    claimedBy: str
    # `me`: only outputs that are assigned to you or to one of your groups. `none`: only
    # unassigned outputs. Otherwise the ID of a person or of a group.
    assignee: str
    # Only outputs that this rule was applied to.
    ruleId: str
    # Only outputs that this version of the rule in `ruleId` was applied to, including in
    # shadow. Requires `ruleId`.
    ruleVersion: int
    # `passed`, `failed`, `error` or `skipped`, or several separated by commas: outcome of the
    # rule in `ruleId`, in the version in `ruleVersion`. Without `ruleId`, of any rule. Must be
    # one or several of passed, failed, error, skipped, separated by commas.
    ruleOutcome: str
    # `good`: approved. `bad`: rejected or changed. `none`: neither, including `handled` and
    # decisions by a deadline.
    label: Literal["good", "bad", "none"]
    # `reviewed`, `bulk` or `imported`, or several separated by commas: only outputs with a
    # label that was given one by one, to many outputs at once, or through the API to an output
    # with a tag that begins with `imported:`. Must be one or several of reviewed, bulk,
    # imported, separated by commas.
    labelSource: str
    flaggedBy: str
    instructionsVersion: int
    revisionOf: str
    hasAction: bool
    # A time without a zone is UTC. A date without a time is accepted too.
    dueBefore: str
    sortBy: Literal["timestamp", "projectName", "model", "status", "latencyMs", "costUsd", "respondBy"]
    sortDir: Literal["asc", "desc"]
    page: int
    limit: int
    # The `nextCursor` of the previous response. Replaces `page`.
    cursor: str
    # Comma-separated columns to return. Default: all.
    fields: str


class SearchPageExecutionsAssignee(TypedDict):
    kind: Literal["user", "group"]
    id: str
    name: str


class SearchPageExecutionsApprovalsGiven(TypedDict):
    by: str | None
    at: str


class SearchPageExecutionsApprovalsGroups(TypedDict):
    id: str
    name: str
    # Whether a member of the group, or a person who stands in for it, has approved.
    isGiven: bool


class _SearchPageExecutionsApprovalsRequired(TypedDict):
    needed: int
    given: list[SearchPageExecutionsApprovalsGiven]


class SearchPageExecutionsApprovals(_SearchPageExecutionsApprovalsRequired, total=False):
    # Groups of which a member must approve. Left out if there are none.
    groups: list[SearchPageExecutionsApprovalsGroups]


class SearchPageExecutions(TypedDict, total=False):
    id: str
    timestamp: str
    projectId: str | None
    projectName: str | None
    taskName: str | None
    sessionId: str | None
    subjectId: str | None
    actorId: str | None
    model: str | None
    status: Literal["pending", "pass", "flagged", "error"]
    instructionsVersion: int | None
    latencyMs: float | None
    costUsd: float | None
    verdict: Literal["pass", "fail"] | None
    confidenceScore: float | None
    humanDecision: Literal["approved", "rejected", "changed", "handled"] | None
    decidedAt: str | None
    decidedBy: str | None
    decisionSource: Literal["dashboard", "api", "deadline", "slack"] | None
    callbackUrl: str | None
    metadata: dict[str, Any]
    tags: list[str]
    input: str | None
    output: str | None
    excerpt: str | None
    explanation: str | None
    respondBy: str | None
    # Whether it passed and was selected for review by the sample rate.
    sampled: bool
    claimedBy: str | None
    claimedUntil: str | None
    assignee: SearchPageExecutionsAssignee | None
    approvals: SearchPageExecutionsApprovals | None
    sessionTurnCount: int


class SearchPageSummary(TypedDict):
    totalRuns: int
    failuresDetected: int
    pendingReviews: int
    successRate: float


class SearchPage(TypedDict):
    executions: list[SearchPageExecutions]
    total: int
    page: int
    limit: int
    summary: SearchPageSummary
    nextCursor: str | None


class Withdrawn(TypedDict):
    ok: Literal[True]
    id: str
    humanDecision: Literal["handled"]


class ValidationFailedError(ApiError):
    """The error code VALIDATION_FAILED."""


class InvalidJsonError(ApiError):
    """The error code INVALID_JSON."""


class UnauthenticatedError(ApiError):
    """The error code UNAUTHENTICATED."""


class ForbiddenError(ApiError):
    """The error code FORBIDDEN."""


class NotFoundError(ApiError):
    """The error code NOT_FOUND."""


class NoInstructionsError(ApiError):
    """The error code NO_INSTRUCTIONS."""


class RevisionNotFoundError(ApiError):
    """The error code REVISION_NOT_FOUND."""


class UploadConsumedError(ApiError):
    """The error code UPLOAD_CONSUMED."""


class MethodNotAllowedError(ApiError):
    """The error code METHOD_NOT_ALLOWED."""


class ConflictError(ApiError):
    """The error code CONFLICT."""


class StillEvaluatingError(ApiError):
    """The error code STILL_EVALUATING."""


class AlreadyDecidedError(ApiError):
    """The error code ALREADY_DECIDED."""


class ClaimedError(ApiError):
    """The error code CLAIMED."""


class NotDecidedError(ApiError):
    """The error code NOT_DECIDED."""


class IdConflictError(ApiError):
    """The error code ID_CONFLICT."""


class IdempotencyInFlightError(ApiError):
    """The error code IDEMPOTENCY_IN_FLIGHT."""


class VersionConflictError(ApiError):
    """The error code VERSION_CONFLICT."""


class StaleDraftError(ApiError):
    """The error code STALE_DRAFT."""


class DraftInProgressError(ApiError):
    """The error code DRAFT_IN_PROGRESS."""


class NoNotesError(ApiError):
    """The error code NO_NOTES."""


class NoLabelsError(ApiError):
    """The error code NO_LABELS."""


class NoModelConfiguredError(ApiError):
    """The error code NO_MODEL_CONFIGURED."""


class CorrectionFlaggedError(ApiError):
    """The error code CORRECTION_FLAGGED."""


class ProjectNotEmptyError(ApiError):
    """The error code PROJECT_NOT_EMPTY."""


class TaskNotEmptyError(ApiError):
    """The error code TASK_NOT_EMPTY."""


class LastAdminError(ApiError):
    """The error code LAST_ADMIN."""


class WorkspaceChangedError(ApiError):
    """The error code WORKSPACE_CHANGED."""


class PayloadTooLargeError(ApiError):
    """The error code PAYLOAD_TOO_LARGE."""


class MediaQuotaExceededError(ApiError):
    """The error code MEDIA_QUOTA_EXCEEDED."""


class UnsupportedMediaTypeError(ApiError):
    """The error code UNSUPPORTED_MEDIA_TYPE."""


class MisdirectedRequestError(ApiError):
    """The error code MISDIRECTED_REQUEST."""


class IdempotencyKeyReusedError(ApiError):
    """The error code IDEMPOTENCY_KEY_REUSED."""


class UnprocessableAttachmentError(ApiError):
    """The error code UNPROCESSABLE_ATTACHMENT."""


class RateLimitedError(ApiError):
    """The error code RATE_LIMITED."""


class InternalError(ApiError):
    """The error code INTERNAL."""


class UnavailableError(ApiError):
    """The error code UNAVAILABLE."""


ERRORS_BY_CODE: dict[str, type[ApiError]] = {
    "VALIDATION_FAILED": ValidationFailedError,
    "INVALID_JSON": InvalidJsonError,
    "UNAUTHENTICATED": UnauthenticatedError,
    "FORBIDDEN": ForbiddenError,
    "NOT_FOUND": NotFoundError,
    "NO_INSTRUCTIONS": NoInstructionsError,
    "REVISION_NOT_FOUND": RevisionNotFoundError,
    "UPLOAD_CONSUMED": UploadConsumedError,
    "METHOD_NOT_ALLOWED": MethodNotAllowedError,
    "CONFLICT": ConflictError,
    "STILL_EVALUATING": StillEvaluatingError,
    "ALREADY_DECIDED": AlreadyDecidedError,
    "CLAIMED": ClaimedError,
    "NOT_DECIDED": NotDecidedError,
    "ID_CONFLICT": IdConflictError,
    "IDEMPOTENCY_IN_FLIGHT": IdempotencyInFlightError,
    "VERSION_CONFLICT": VersionConflictError,
    "STALE_DRAFT": StaleDraftError,
    "DRAFT_IN_PROGRESS": DraftInProgressError,
    "NO_NOTES": NoNotesError,
    "NO_LABELS": NoLabelsError,
    "NO_MODEL_CONFIGURED": NoModelConfiguredError,
    "CORRECTION_FLAGGED": CorrectionFlaggedError,
    "PROJECT_NOT_EMPTY": ProjectNotEmptyError,
    "TASK_NOT_EMPTY": TaskNotEmptyError,
    "LAST_ADMIN": LastAdminError,
    "WORKSPACE_CHANGED": WorkspaceChangedError,
    "PAYLOAD_TOO_LARGE": PayloadTooLargeError,
    "MEDIA_QUOTA_EXCEEDED": MediaQuotaExceededError,
    "UNSUPPORTED_MEDIA_TYPE": UnsupportedMediaTypeError,
    "MISDIRECTED_REQUEST": MisdirectedRequestError,
    "IDEMPOTENCY_KEY_REUSED": IdempotencyKeyReusedError,
    "UNPROCESSABLE_ATTACHMENT": UnprocessableAttachmentError,
    "RATE_LIMITED": RateLimitedError,
    "INTERNAL": InternalError,
    "UNAVAILABLE": UnavailableError,
}
