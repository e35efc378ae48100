"""The client for asyncio."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

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


class AsyncOutputReview:
    """`OutputReview` for asyncio: the same methods and arguments, as coroutines.

    Each event loop has its own connections, so one client works across several `asyncio.run`.
    A custom transport cannot be recreated, so all loops share it. A transport that keeps
    connections open works in one event loop only.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._retries = Retries(max_retries)
        self._timeout = timeout
        self._options = connection_options(base_url, token)
        self._transport = transport
        self._https: dict[asyncio.AbstractEventLoop | None, httpx.AsyncClient] = {}

    async def submit(
        self, submission: Submission, *, idempotency_key: str | None = None
    ) -> Submitted:
        """As `OutputReview.submit`."""
        return await self._run(_calls.submit(submission, idempotency_key, self._retries))

    async def get(self, id: str) -> Output:
        """As `OutputReview.get`."""
        return await self._run(_calls.get_output(id, self._retries))

    async def get_status(self, id: str) -> OutputStatus:
        """As `OutputReview.get_status`."""
        return await self._run(_calls.get_status(id, self._retries))

    async def wait_for_decision(self, id: str, *, timeout: float | None) -> OutputStatus:
        """As `OutputReview.wait_for_decision`."""
        return await self._run(_calls.wait_for_decision(id, timeout, self._retries))

    async def withdraw(self, id: str, *, reason: str | None = None) -> Withdrawn:
        """As `OutputReview.withdraw`."""
        return await self._run(_calls.withdraw(id, reason, self._retries))

    async def search(self, search: Search | None = None) -> AsyncIterator[SearchPageExecutions]:
        """As `OutputReview.search`, for `async for`."""
        cursor: str | None = None
        while True:
            page = await self._run(_calls.search_page(search or {}, cursor, self._retries))
            for output in page["executions"]:
                yield output
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
    ) -> Callable[[Callable[P, Awaitable[R]]], Callable[P, Coroutine[Any, Any, R]]]:
        """As `OutputReview.requires_approval`, for async functions."""

        def decorate(function: Callable[P, Awaitable[R]]) -> Callable[P, Coroutine[Any, Any, R]]:
            if not inspect.iscoroutinefunction(function):
                raise TypeError("OutputReview decorates functions that are not async")
            approval = _approvals.describe(
                function, submission, timeout=timeout, name=name, summary=summary, hide=hide, id=id
            )

            @functools.wraps(function)
            async def approved(*args: P.args, **kwargs: P.kwargs) -> R:
                bound = await self._run(approval.ask(args, kwargs, self._retries))
                return await function(*bound.args, **bound.kwargs)

            return approved

        return decorate

    async def close(self) -> None:
        """Closes the connections of this event loop."""
        await self._connect().aclose()

    async def __aenter__(self) -> AsyncOutputReview:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def _connect(self) -> httpx.AsyncClient:
        """The connections of the running event loop. They do not work in another one."""
        loop = None if self._transport is not None else asyncio.get_running_loop()
        http = self._https.get(loop)
        if http is None:
            for other in list(self._https):
                if other and other.is_closed():
                    self._https.pop(other, None)
            http = httpx.AsyncClient(**self._options, transport=self._transport)
            self._https[loop] = http
        return http

    async def _run(self, call: Call[T]) -> T:
        http = self._connect()
        try:
            request = next(call)
            while True:
                if request.after > 0:
                    await asyncio.sleep(request.after)
                try:
                    response = await http.send(build_request(http, request, self._timeout))
                except httpx.RequestError as error:
                    request = call.throw(error)
                else:
                    request = call.send(response)
        except StopIteration as end:
            result: T = end.value
            return result
