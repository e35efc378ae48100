"""Both clients behind one interface, so that each test is written once."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

import httpx

from output_review import (
    AsyncOutputReview,
    Output,
    OutputReview,
    OutputStatus,
    Search,
    Submission,
    Submitted,
)
from output_review.api import SearchPageExecutions, Withdrawn

P = ParamSpec("P")
T = TypeVar("T")
Answer = Callable[[httpx.Request], httpx.Response]


class Client(Protocol):
    def submit(
        self, submission: Submission, *, idempotency_key: str | None = None
    ) -> Submitted: ...
    def get(self, id: str) -> Output: ...
    def get_status(self, id: str) -> OutputStatus: ...
    def wait_for_decision(self, id: str, *, timeout: float | None) -> OutputStatus: ...
    def withdraw(self, id: str, *, reason: str | None = None) -> Withdrawn: ...
    def search(self, search: Search | None = None) -> Iterator[SearchPageExecutions]: ...
    def requires_approval(
        self,
        submission: Submission,
        *,
        timeout: float | None,
        name: str | None = None,
        summary: str | None = None,
        hide: Collection[str] = (),
        id: Callable[..., str] | None = None,
    ) -> Callable[[Callable[P, T]], Callable[P, T]]: ...


class Blocking:
    """Calls the asyncio client synchronously."""

    def __init__(self, client: AsyncOutputReview, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop

    def submit(self, submission: Submission, *, idempotency_key: str | None = None) -> Submitted:
        return self._await(self._client.submit(submission, idempotency_key=idempotency_key))

    def get(self, id: str) -> Output:
        return self._await(self._client.get(id))

    def get_status(self, id: str) -> OutputStatus:
        return self._await(self._client.get_status(id))

    def wait_for_decision(self, id: str, *, timeout: float | None) -> OutputStatus:
        return self._await(self._client.wait_for_decision(id, timeout=timeout))

    def withdraw(self, id: str, *, reason: str | None = None) -> Withdrawn:
        return self._await(self._client.withdraw(id, reason=reason))

    def search(self, search: Search | None = None) -> Iterator[SearchPageExecutions]:
        found = self._client.search(search)
        while True:
            try:
                yield self._await(anext(found))
            except StopAsyncIteration:
                return

    def requires_approval(
        self, submission: Submission, *, timeout: float | None, **options: Any
    ) -> Callable[[Callable[P, T]], Callable[P, T]]:
        decorate_async = self._client.requires_approval(submission, timeout=timeout, **options)

        def decorate(function: Callable[P, T]) -> Callable[P, T]:
            @functools.wraps(function)
            async def run(*args: P.args, **kwargs: P.kwargs) -> T:
                return function(*args, **kwargs)

            approved = decorate_async(run)

            def blocking(*args: P.args, **kwargs: P.kwargs) -> T:
                return self._await(approved(*args, **kwargs))

            return blocking

        return decorate

    def _await(self, awaitable: Awaitable[T]) -> T:
        async def run() -> T:
            return await awaitable

        return self._loop.run_until_complete(run())


@dataclass(frozen=True)
class Kind:
    name: str

    @contextmanager
    def connect(self, url: str, token: str, **options: Any) -> Iterator[Client]:
        if self.name == "sync":
            with OutputReview(url, token, **options) as client:
                yield client
            return
        loop = asyncio.new_event_loop()
        asynchronous = AsyncOutputReview(url, token, **options)
        try:
            yield Blocking(asynchronous, loop)
        finally:
            loop.run_until_complete(asynchronous.close())
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    @contextmanager
    def connect_to(self, answer: Answer, **options: Any) -> Iterator[Client]:
        """A client whose requests never leave this process."""
        transport = httpx.MockTransport(answer)
        with self.connect("http://service.test", "wh-test", transport=transport, **options) as it:
            yield it


KINDS = [Kind("sync"), Kind("async")]
