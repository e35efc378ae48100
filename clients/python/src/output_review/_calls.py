"""Shared code of both clients: builds requests, reads answers and decides on retries.

A call is a generator. It yields requests, receives their responses or httpx exceptions, and
returns the result. The clients only send requests and sleep between them.
"""

from __future__ import annotations

import json
import math
import random
import re
import time
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar, cast
from urllib.parse import quote

import httpx

from .api import (
    ERRORS_BY_CODE,
    IdempotencyInFlightError,
    Output,
    OutputStatus,
    Search,
    SearchPage,
    Submission,
    Submitted,
    Withdrawn,
)
from .errors import ApiError, NoAnswerError, OutputReviewError, UnansweredError

#: Many proxies cut a request after 60 seconds without an answer.
WAIT_SECONDS_MAX = 50
#: Extra time for an answer that the service sends at the very end of a wait.
GRACE_SECONDS = 2.0
BACKOFF_SECONDS = 0.5
BACKOFF_SECONDS_MAX = 8.0
#: A longer Retry-After fails at once.
RETRY_AFTER_SECONDS_MAX = 60.0
#: Other characters could change the path.
OUTPUT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]*")
TRANSIENT_STATUSES = frozenset({429, 502, 503, 504})

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, str] | None = None
    headers: Mapping[str, str] | None = None
    content: bytes | None = None
    #: A key that the answer must have, and its type.
    answers: tuple[str, type] = ("id", str)
    #: For how many seconds the service may delay the answer.
    held: float = 0
    #: Upper bound in seconds for connecting and for the answer, even if the client allows more.
    limit: float = math.inf
    #: Seconds to sleep before sending.
    after: float = 0


Call = Generator[Request, httpx.Response, T]


@dataclass(frozen=True)
class Retries:
    """Decides whether and when to retry a request."""

    max: int
    now: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.random

    def delay(self, failure: OutputReviewError, count: int) -> float | None:
        """Seconds to wait before a retry, after `count` earlier failures; None: do not retry."""
        if not is_transient(failure):
            return None
        backoff = min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2.0 ** min(count, 10))
        jittered = backoff * (0.5 + self.random() / 2)
        retry_after = failure.retry_after if isinstance(failure, ApiError) else None
        if retry_after is None:
            return jittered
        return max(jittered, retry_after) if retry_after <= RETRY_AFTER_SECONDS_MAX else None


def is_transient(failure: OutputReviewError) -> bool:
    if isinstance(failure, ApiError):
        return failure.status in TRANSIENT_STATUSES or isinstance(failure, IdempotencyInFlightError)
    return isinstance(failure, NoAnswerError)


def send(request: Request) -> Call[Any]:
    """Sends a request once."""
    try:
        response = yield request
    except httpx.RequestError as error:
        if not _may_pass(error):
            raise
        raise NoAnswerError(f"{request.method} {request.path}: {_describe(error)}") from error
    if not response.is_success:
        raise read_error(response)
    return read_answer(response, *request.answers)


def send_persistently(request: Request, retries: Retries) -> Call[Any]:
    """Retries a request until it is answered or refused. The request must be idempotent."""
    count = failures = 0
    while True:
        try:
            return (yield from send(request))
        except (ApiError, NoAnswerError) as failure:
            delay = retries.delay(failure, count)
            # The service ends an attempt in flight after at most a minute and a half.
            if not isinstance(failure, IdempotencyInFlightError):
                failures += 1
            if delay is None or failures > retries.max:
                raise
            request = replace(request, after=delay)
            count += 1


def submit(submission: Submission, key: str | None, retries: Retries) -> Call[Submitted]:
    headers = {"Idempotency-Key": key or str(uuid.uuid4())}
    request = Request("POST", "/api/logs", headers=headers, content=to_json(submission))
    return cast(Submitted, (yield from send_persistently(request, retries)))


def get_output(id: str, retries: Retries) -> Call[Output]:
    return cast(Output, (yield from send_persistently(Request("GET", _path(id)), retries)))


def get_status(id: str, retries: Retries) -> Call[OutputStatus]:
    request = Request("GET", f"{_path(id)}/status", answers=("settled", bool))
    return cast(OutputStatus, (yield from send_persistently(request, retries)))


def withdraw(
    id: str, reason: str | None, retries: Retries, limit: float = math.inf
) -> Call[Withdrawn]:
    content = to_json({} if reason is None else {"reason": reason})
    request = Request("POST", f"{_path(id)}/withdraw", content=content, limit=limit)
    return cast(Withdrawn, (yield from send_persistently(request, retries)))


def search_page(search: Search, cursor: str | None, retries: Retries) -> Call[SearchPage]:
    query = {name: _to_query(value) for name, value in search.items() if value is not None}
    if cursor is not None:
        query.pop("page", None)
        query["cursor"] = cursor
    request = Request("GET", "/api/logs", query=query, answers=("executions", list))
    return cast(SearchPage, (yield from send_persistently(request, retries)))


def check_timeout(timeout: float | None) -> None:
    """Not a number is neither before nor after any time: the wait would never end."""
    if timeout is not None and math.isnan(timeout):
        raise ValueError("timeout must be a number of seconds")


def wait_for_decision(id: str, timeout: float | None, retries: Retries) -> Call[OutputStatus]:
    """Waits through outages: only the timeout or a permanent error ends the wait."""
    check_timeout(timeout)
    deadline = math.inf if timeout is None else retries.now() + timeout
    failure: OutputReviewError | None = None
    failures = 0
    after = 0.0
    while True:
        started = retries.now()
        left = max(0.0, deadline - started - after)
        seconds = math.ceil(min(WAIT_SECONDS_MAX, left))
        request = Request(
            "GET",
            f"{_path(id)}/status",
            query={"wait": str(seconds)},
            answers=("settled", bool),
            held=seconds,
            limit=left + GRACE_SECONDS,
            after=after,
        )
        try:
            status = cast(OutputStatus, (yield from send(request)))
            if status["settled"]:
                return status
            failure, failures = None, 0
            # A gateway that is shutting down answers at once.
            delay = max(0.0, started + after + 1 - retries.now())
        except (ApiError, NoAnswerError) as error:
            transient = retries.delay(error, failures)
            if transient is None:
                raise
            failure, failures, delay = error, failures + 1, transient
        left = deadline - retries.now()
        if left <= 0:
            raise UnansweredError("Nobody decided in time.", id=id) from failure
        after = min(delay, left)


def read_answer(response: httpx.Response, name: str, kind: type) -> Any:
    try:
        answer = json.loads(response.content)
    except ValueError as error:
        message = "The answer is not JSON. Is the base URL that of the service?"
        raise ApiError(message, status=response.status_code) from error
    if not isinstance(answer, dict) or not isinstance(answer.get(name), kind):
        message = f"The answer has no {name}. Is the base URL that of the service?"
        raise ApiError(message, status=response.status_code)
    return answer


def read_error(response: httpx.Response) -> ApiError:
    body = _error_body(response)
    code = body.get("code")
    # The 429 of a submission has no code.
    if code is None and response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        code = "RATE_LIMITED"
    kind = ERRORS_BY_CODE.get(code, ApiError) if isinstance(code, str) else ApiError
    message, fields = body.get("error"), body.get("fields")
    return kind(
        message if isinstance(message, str) else _describe_status(response),
        status=response.status_code,
        code=code if isinstance(code, str) else None,
        fields=fields if isinstance(fields, dict) else None,
        request_id=response.headers.get("x-request-id"),
        retry_after=read_retry_after(response.headers.get("retry-after"), time.time()),
    )


def _error_body(response: httpx.Response) -> dict[str, Any]:
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _describe_status(response: httpx.Response) -> str:
    # Redirects are not followed: a POST would become a GET, and only the service may see the token.
    if response.has_redirect_location:
        return f"Redirected to {response.headers['location']}. Is the base URL that of the service?"
    return response.reason_phrase or "An error."


def read_retry_after(text: str | None, now: float) -> float | None:
    """Parses a `Retry-After` header: seconds or a date."""
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    at = date if date.tzinfo else date.replace(tzinfo=timezone.utc)
    return max(0.0, (at - datetime.fromtimestamp(now, timezone.utc)).total_seconds())


def to_json(value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        # An unpaired surrogate: let the service name the field that contains it.
        return json.dumps(value, allow_nan=False).encode()


def _path(id: str) -> str:
    if not OUTPUT_ID.fullmatch(id):
        raise ValueError(f"Not the id of an output: {id!r}")
    return f"/api/logs/{quote(id, safe='')}"


def _to_query(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _may_pass(error: httpx.RequestError) -> bool:
    lasting = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
    return isinstance(error, httpx.TransportError) and not isinstance(error, lasting)


def _describe(error: Exception) -> str:
    return str(error) or type(error).__name__
