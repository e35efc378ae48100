"""Client of the Output Review Service."""

from . import api, errors
from ._async_client import AsyncOutputReview
from ._client import OutputReview
from ._version import __version__
from .api import Output, OutputStatus, Search, Submission, Submitted
from .errors import ApiError, NotApprovedError, OutputReviewError, UnansweredError, WebhookError
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "AsyncOutputReview",
    "NotApprovedError",
    "Output",
    "OutputReview",
    "OutputReviewError",
    "OutputStatus",
    "Search",
    "Submission",
    "Submitted",
    "UnansweredError",
    "WebhookError",
    "WebhookEvent",
    "__version__",
    "api",
    "errors",
    "verify_webhook",
]
