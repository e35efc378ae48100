"""What the client raises. The exceptions of the single error codes are in `output_review.api`."""

from __future__ import annotations

from typing import Any, TypeVar

E = TypeVar("E", bound=BaseException)


def _bare(kind: type[E]) -> E:
    return kind.__new__(kind)


class OutputReviewError(Exception):
    """Whatever this client raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: `args` has not all that `__init__` takes, so it is not called."""
        return _bare, (type(self),), {**self.__dict__, "args": self.args}


class NoAnswerError(OutputReviewError):
    """The service could not be reached, or the connection broke, also when tried again."""


class ApiError(OutputReviewError):
    """The service refused a request. Each error code has a class of its own."""

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
        #: None where a proxy answered instead of the service.
        self.code = code
        #: What is wrong, by the path of the field, such as `tags.3`.
        self.fields = fields or {}
        #: The log of the service has the same id.
        self.request_id = request_id
        #: After how many seconds to try again, if the service said so.
        self.retry_after = retry_after

    def __str__(self) -> str:
        parts = [self.message, *(f"{path}: {fault}" for path, fault in self.fields.items())]
        return f"{self.status} {self.code or ''}".rstrip() + ": " + " ".join(parts)


class NotApprovedError(OutputReviewError):
    """An approval was not given, so the function did not run."""

    def __init__(self, message: str, *, id: str, comment: str | None = None) -> None:
        super().__init__(message if comment is None else f"{message} {comment}")
        #: The output that was to be approved.
        self.id = id
        #: What the person said who decided.
        self.comment = comment


class RejectedError(NotApprovedError):
    """A person rejected it."""


class ExpiredError(NotApprovedError):
    """Its deadline (`respondBy`) passed, and `onDeadline` did not approve it."""


class WithdrawnError(NotApprovedError):
    """It was withdrawn, or somebody has taken care of it: nothing is to be done."""


class DeletedError(NotApprovedError):
    """It was deleted."""


class RedoError(NotApprovedError):
    """A person wants it to be done differently; `comment` says how."""


class CorrectionError(NotApprovedError):
    """A person changed the parameters to what the function cannot be called with."""


class UnansweredError(NotApprovedError, TimeoutError):
    """Nobody decided in time."""


class WebhookError(OutputReviewError):
    """A webhook is not from the service, not unchanged, or not of now."""
