"""Exceptions of the client. The classes of the error codes are in `output_review.api`."""

from __future__ import annotations

from typing import Any, TypeVar

E = TypeVar("E", bound=BaseException)


def _bare(kind: type[E]) -> E:
    return kind.__new__(kind)


class OutputReviewError(Exception):
    """Base class of the exceptions of this client."""

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: skips `__init__`, since `args` lacks some of its arguments."""
        return _bare, (type(self),), {**self.__dict__, "args": self.args}


class NoAnswerError(OutputReviewError):
    """The service was unreachable or the connection broke, even after retries."""


class ApiError(OutputReviewError):
    """The service refused a request. Each error code has its own class."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        fields: dict[str, str] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: None if a proxy answered instead of the service.
        self.code = code
        #: Validation errors by field path, such as `tags.3`.
        self.fields = fields or {}
        #: The request ID in the log of the service.
        self.request_id = request_id
        #: Seconds to wait before a retry, if the service sent `Retry-After`.
        self.retry_after = retry_after

    def __str__(self) -> str:
        parts = [self.message, *(f"{path}: {fault}" for path, fault in self.fields.items())]
        return f"{self.status} {self.code or ''}".rstrip() + ": " + " ".join(parts)


class NotApprovedError(OutputReviewError):
    """An approval was not given, so the function did not run."""

    def __init__(self, message: str, *, id: str, comment: str | None = None) -> None:
        super().__init__(message if comment is None else f"{message} {comment}")
        #: The output that needed the approval.
        self.id = id
        #: The comment of the person who decided.
        self.comment = comment


class RejectedError(NotApprovedError):
    """A person rejected it."""


class ExpiredError(NotApprovedError):
    """Its deadline (`respondBy`) passed, and `onDeadline` did not approve it."""


class WithdrawnError(NotApprovedError):
    """It was withdrawn or handled otherwise: there is nothing to do."""


class DeletedError(NotApprovedError):
    """It was deleted."""


class RedoError(NotApprovedError):
    """A person wants it done differently; `comment` says how."""


class CorrectionError(NotApprovedError):
    """The function cannot be called with the corrected parameters."""


class UnansweredError(NotApprovedError, TimeoutError):
    """Nobody decided in time."""


class WebhookError(OutputReviewError):
    """A webhook is not from the service, was changed, or is too old or too new."""
