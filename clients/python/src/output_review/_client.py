"""The client without asyncio."""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable, Collection, Iterator
from types import TracebackType
from typing import ParamSpec, TypeVar

import httpx

from . import _approvals, _calls
from ._calls import Call, Retries
from ._transport import DEFAULT_RETRIES, DEFAULT_TIMEOUT, build_request, connection_options
from .api import (
    Output,
    OutputStatus,
    Search,
    SearchPageExecutions,
    Submission,
    Submitted,
    Withdrawn,
)

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class OutputReview:
    """A connection to the service; threads can share one.

    Args:
        base_url: Of the service, such as `https://review.example.com`.
        token: The workspace token or a named token.
        timeout: How many seconds an answer may take, beside what a call waits for a decision.
        max_retries: How often a request that failed for now is sent again.
        transport: Replaces that of httpx, for example by one with certificates of your own.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._retries = Retries(max_retries)
        self._timeout = timeout
        self._http = httpx.Client(**connection_options(base_url, token), transport=transport)

    def submit(self, submission: Submission, *, idempotency_key: str | None = None) -> Submitted:
        """Submits an output. It is stored once, however often the request has to be sent.

        Args:
            submission: With the names of `POST /api/logs`.
            idempotency_key: Repeats an earlier submission; one is made up otherwise.
        """
        return self._run(_calls.submit(submission, idempotency_key, self._retries))

    def get(self, id: str) -> Output:
        """An output with all its fields."""
        return self._run(_calls.get_output(id, self._retries))

    def get_status(self, id: str) -> OutputStatus:
        """The status of an output as it is now."""
        return self._run(_calls.get_status(id, self._retries))

    def wait_for_decision(self, id: str, *, timeout: float | None) -> OutputStatus:
        """Waits until an output has passed or a person has decided it.

        Args:
            timeout: After how many seconds to raise `UnansweredError`; None waits for as long as
                it takes. Outages of the service are waited through. Where the service takes the
                call and does not answer, it is about two seconds more.
        """
        return self._run(_calls.wait_for_decision(id, timeout, self._retries))

    def withdraw(self, id: str, *, reason: str | None = None) -> Withdrawn:
        """Takes an output that needs no decision any more out of the queue."""
        return self._run(_calls.withdraw(id, reason, self._retries))

    def search(self, search: Search | None = None) -> Iterator[SearchPageExecutions]:
        """The outputs that fit, newest first by default; pages are fetched as you go."""
        cursor: str | None = None
        while True:
            page = self._run(_calls.search_page(search or {}, cursor, self._retries))
            yield from page["executions"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def requires_approval(
        self,
        submission: Submission,
        *,
        timeout: float | None,
        name: str | None = None,
        summary: str | None = None,
        hide: Collection[str] = (),
        id: Callable[..., str] | None = None,
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Decorates a function that runs only once a person has approved the call.

        If the person changes the parameters, it runs with those. In all other cases a
        `NotApprovedError` is raised.

        Args:
            submission: What to submit beside the action, such as `{"project": "Support"}`.
            timeout: After how many seconds without an answer to give up; None waits for as long as
                it takes.
            name: Of the action; the function's by default.
            summary: What the person reads first, with parameters in braces, such as
                `Refund {amount} to {customer}`. The first line of the docstring by default.
            hide: Parameters that are not sent, such as `self`.
            id: Called with what the function is called with. The same id is asked for once, and
                whoever asks again gets the decision that was made in the meantime.
        """

        def decorate(function: Callable[P, R]) -> Callable[P, R]:
            if inspect.iscoroutinefunction(function):
                raise TypeError("AsyncOutputReview decorates async functions")
            approval = _approvals.describe(
                function, submission, timeout=timeout, name=name, summary=summary, hide=hide, id=id
            )

            @functools.wraps(function)
            def approved(*args: P.args, **kwargs: P.kwargs) -> R:
                bound = self._run(approval.ask(args, kwargs, self._retries))
                return function(*bound.args, **bound.kwargs)

            return approved

        return decorate

    def close(self) -> None:
        """Closes its connections."""
        self._http.close()

    def __enter__(self) -> OutputReview:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self, call: Call[T]) -> T:
        try:
            request = next(call)
            while True:
                if request.after > 0:
                    time.sleep(request.after)
                try:
                    response = self._http.send(build_request(self._http, request, self._timeout))
                except httpx.RequestError as error:
                    request = call.throw(error)
                else:
                    request = call.send(response)
        except StopIteration as end:
            result: T = end.value
            return result
