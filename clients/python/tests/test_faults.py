"""How the client handles failures of the service and of the network."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler

import pytest

from output_review import ApiError, AsyncOutputReview, OutputReview, api
from output_review._transport import DEFAULT_TIMEOUT
from output_review.api import Submission
from output_review.errors import NoAnswerError, UnansweredError

from .clients import Kind
from .service import Server, answering, cut_before, cut_within, start_server

SUBMISSION: Submission = {"project": "Faults", "output": "Hello."}
ACCEPTED = answering(202, {"ok": True, "id": "o-1", "status": "pending"})
HTML = answering(502, b"<html>Bad gateway</html>", {"Content-Type": "text/html"})
IN_FLIGHT = answering(409, {"error": "In flight.", "code": "IDEMPOTENCY_IN_FLIGHT", "fields": {}})


def unavailable(retry_after: str) -> object:
    body = {"error": "Down.", "code": "UNAVAILABLE", "fields": {}}
    return answering(503, body, {"Retry-After": retry_after})


@pytest.mark.parametrize(
    "fault",
    [cut_before, cut_within, HTML, IN_FLIGHT, unavailable("0"), answering(504, b"")],
    ids=["cut before", "cut within", "bad gateway", "in flight", "unavailable", "gateway time-out"],
)
def test_a_submission_is_retried_with_the_same_key(kind: Kind, fault: object) -> None:
    assert callable(fault)
    with start_server() as server, kind.connect(server.url, "wh-test", max_retries=1) as client:
        for answer in (fault, ACCEPTED, ACCEPTED):
            server.answers.put(answer)

        assert client.submit(SUBMISSION)["id"] == "o-1"
        assert client.submit(SUBMISSION)["id"] == "o-1"

        first, again, other = [server.received() for _ in range(3)]
    assert first.body == again.body
    keys = [request.headers["Idempotency-Key"] for request in (first, again, other)]
    assert keys[0] == keys[1] != keys[2]
    assert all(keys)
    assert first.headers["Authorization"] == "Bearer wh-test"
    assert first.headers["Content-Type"] == "application/json"


def test_an_attempt_in_flight_does_not_count_as_a_retry(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test", max_retries=0) as client:
        server.answers.put(IN_FLIGHT)
        server.answers.put(ACCEPTED)

        assert client.submit(SUBMISSION)["id"] == "o-1"


def test_a_failure_after_an_attempt_in_flight_has_all_its_retries(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test", max_retries=1) as client:
        for answer in (IN_FLIGHT, IN_FLIGHT, unavailable("0"), ACCEPTED):
            server.answers.put(answer)  # type: ignore[arg-type]

        assert client.submit(SUBMISSION)["id"] == "o-1"


def test_waits_as_long_as_retry_after_says(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        server.answers.put(unavailable("1"))  # type: ignore[arg-type]
        server.answers.put(ACCEPTED)
        started = time.monotonic()

        client.submit(SUBMISSION)

    assert time.monotonic() - started >= 1


def test_does_not_wait_for_an_hour(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        server.answers.put(unavailable("3600"))  # type: ignore[arg-type]

        with pytest.raises(api.UnavailableError) as raised:
            client.submit(SUBMISSION)

    assert raised.value.retry_after == 3600


def test_gives_up_after_the_maximum_retries(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test", max_retries=1) as client:
        server.answers.put(HTML)
        server.answers.put(HTML)

        with pytest.raises(ApiError, match="502") as raised:
            client.submit(SUBMISSION)

    assert (raised.value.status, raised.value.code) == (502, None)
    assert server.requests.qsize() == 2


def test_an_unreachable_service_raises_no_answer(kind: Kind) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (
        kind.connect(f"http://127.0.0.1:{port}", "wh-test", max_retries=1) as client,
        pytest.raises(NoAnswerError, match="POST /api/logs"),
    ):
        client.submit(SUBMISSION)


def test_a_request_timeout_raises_no_answer(kind: Kind) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with (
            kind.connect(url, "wh-test", max_retries=0, timeout=0.2) as client,
            pytest.raises(NoAnswerError),
        ):
            client.get("o-1")


def test_a_rate_limit_without_a_code_raises_rate_limited(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test", max_retries=0) as client:
        headers = {"Retry-After": "7", "X-Request-Id": "r-1"}
        server.answers.put(answering(429, {"error": "Too many."}, headers))

        with pytest.raises(api.RateLimitedError, match=r"Too many\.") as raised:
            client.submit(SUBMISSION)

    assert (raised.value.code, raised.value.retry_after) == ("RATE_LIMITED", 7)
    assert raised.value.request_id == "r-1"


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (400, {"error": "No.", "code": "VALIDATION_FAILED", "fields": {"id": "Bad."}}, "id: Bad"),
        (401, {"error": "No.", "code": "UNAUTHENTICATED", "fields": {}}, "UNAUTHENTICATED"),
        (409, {"error": "No.", "code": "OF_A_NEWER_SERVICE", "fields": {}}, "OF_A_NEWER_SERVICE"),
        (500, {"error": "No.", "code": "INTERNAL", "fields": {}}, "INTERNAL"),
        (404, b"[1]", "404"),
        (404, {"error": 1, "code": 2, "fields": 3}, "404"),
        (302, b"", "302: Redirected to /elsewhere"),
        (200, b"<html>", "not JSON"),
        (200, {"ok": True}, "no id"),
        (200, b"[1]", "no id"),
    ],
)
def test_a_permanent_error_is_raised_at_once(
    kind: Kind, status: int, body: object, error: str
) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        server.answers.put(answering(status, body, {"Location": "/elsewhere"}))

        with pytest.raises(ApiError, match=error) as raised:
            client.get("o-1")

    assert raised.value.status == status
    assert server.requests.qsize() == 1


def status_of(settled: bool) -> object:
    return answering(200, {"id": "o-1", "settled": settled})


def test_a_wait_continues_after_faults_and_early_answers(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test", max_retries=0) as client:
        faults = [unavailable("0"), cut_within, status_of(settled=False)]
        for answer in [*faults, status_of(settled=True)]:
            server.answers.put(answer)  # type: ignore[arg-type]

        assert client.wait_for_decision("o-1", timeout=None)["id"] == "o-1"

        paths = [server.received().path for _ in range(4)]
    assert paths == ["/api/logs/o-1/status?wait=50"] * 4


WAITS = 120


@contextmanager
def start_holding_server(decided: threading.Event) -> Iterator[Server]:
    """Holds waits until there is a decision, and answers submissions at once."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.command == "POST":
            ACCEPTED(handler)
            return
        decided.wait(timeout=60)
        answering(200, {"id": "o-1", "settled": True})(handler)

    with start_server() as server:
        for _ in range(WAITS + 1):
            server.answers.put(answer)
        yield server


def test_many_waits_leave_a_connection_for_a_submission() -> None:
    decided = threading.Event()
    with (
        start_holding_server(decided) as server,
        OutputReview(server.url, "wh-test", timeout=2) as client,
        ThreadPoolExecutor(WAITS) as threads,
        ExitStack() as stack,
    ):
        stack.callback(decided.set)
        for _ in range(WAITS):
            threads.submit(client.wait_for_decision, "o-1", timeout=None)
            server.received()

        assert client.submit(SUBMISSION)["id"] == "o-1"


def test_many_waits_leave_a_connection_for_a_submission_with_asyncio() -> None:
    decided = threading.Event()

    async def run(server: Server) -> None:
        async with AsyncOutputReview(server.url, "wh-test", timeout=2) as client:
            waits = []
            for _ in range(WAITS):
                waits.append(asyncio.create_task(client.wait_for_decision("o-1", timeout=None)))
                await asyncio.to_thread(server.received)

            assert (await client.submit(SUBMISSION))["id"] == "o-1"
            decided.set()
            await asyncio.gather(*waits)

    with start_holding_server(decided) as server, ExitStack() as stack:
        stack.callback(decided.set)
        asyncio.run(run(server))


def test_a_wait_that_only_fails_times_out_and_says_why(kind: Kind) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        for _ in range(20):
            server.answers.put(HTML)

        with pytest.raises(UnansweredError) as raised:
            client.wait_for_decision("o-1", timeout=1)

    assert isinstance(raised.value.__cause__, ApiError)


def test_a_wait_times_out_if_the_service_hangs(kind: Kind) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        started = time.monotonic()
        with kind.connect(url, "wh-test") as client, pytest.raises(UnansweredError) as raised:
            client.wait_for_decision("o-1", timeout=0.2)

    assert isinstance(raised.value.__cause__, NoAnswerError)
    assert time.monotonic() - started < DEFAULT_TIMEOUT / 2


@pytest.mark.parametrize("code", ["UNAUTHENTICATED", "NOT_FOUND"])
def test_a_wait_ends_at_a_permanent_error(kind: Kind, code: str) -> None:
    error = api.ERRORS_BY_CODE[code]
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        server.answers.put(status_of(settled=False))  # type: ignore[arg-type]
        server.answers.put(answering(404, {"error": "No.", "code": code, "fields": {}}))

        with pytest.raises(error):
            client.wait_for_decision("o-1", timeout=None)


@contextmanager
def connect_across_loops() -> Iterator[tuple[Server, AsyncOutputReview]]:
    """A client for several event loops, whose earlier connections are gone at the end."""
    with start_server() as server:
        client = AsyncOutputReview(server.url, "wh-test")
        yield server, client
        asyncio.run(client.close())
    gc.collect()


# The event loop that could have closed its connections has ended.
left_open = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@left_open
def test_a_client_works_in_one_event_loop_after_another() -> None:
    with connect_across_loops() as (server, client):
        for _ in range(3):
            server.answers.put(ACCEPTED)

            assert asyncio.run(client.submit(SUBMISSION))["id"] == "o-1"

    assert server.requests.qsize() == 3


@left_open
def test_a_decorated_function_works_in_one_event_loop_after_another() -> None:
    approved = {"id": "o-1", "settled": True, "humanDecision": "approved", "comment": None}
    with connect_across_loops() as (server, client):

        @client.requires_approval({"project": "Faults"}, timeout=None)
        async def double(amount: int) -> int:
            return 2 * amount

        for amount in range(3):
            server.answers.put(ACCEPTED)
            server.answers.put(answering(200, approved))

            assert asyncio.run(double(amount)) == 2 * amount

    assert server.requests.qsize() == 6


def test_a_base_url_may_have_a_path_but_no_other_scheme(kind: Kind) -> None:
    with start_server() as server, kind.connect(f"{server.url}/review/", "wh-test") as client:
        server.answers.put(status_of(settled=True))  # type: ignore[arg-type]
        client.get_status("a:b")
        assert server.received().path == "/review/api/logs/a%3Ab/status"

    for url in ("review.example.com", "ftp://review.example.com"):
        with pytest.raises(ValueError, match="https://"):
            OutputReview(url, "wh-test")


@pytest.mark.parametrize("token", ["", "wh-…", "wh-test\n", "wh test"])
def test_an_invalid_token_is_refused_before_anything_is_sent(token: str) -> None:
    with pytest.raises(ValueError, match="token"):
        OutputReview("https://review.example.com", token)


@pytest.mark.parametrize("id", ["", ".", "..", "a/b", "o-1?page=2", "o-1\n"])
def test_an_invalid_id_is_refused_before_anything_is_sent(kind: Kind, id: str) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        for call in (client.get, client.get_status, client.withdraw):
            with pytest.raises(ValueError, match="id of an output"):
                call(id)

    assert server.requests.empty()


@pytest.mark.parametrize(
    "answer", [{"ok": True}, {"settled": "true", "humanDecision": "approved", "executions": {}}]
)
def test_an_unexpected_answer_is_not_taken_for_a_status_or_page(
    kind: Kind, answer: dict[str, object]
) -> None:
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        for _ in range(3):
            server.answers.put(answering(200, {"id": "o-1", **answer}))

        for ask in (
            lambda: client.get_status("o-1"),
            lambda: client.wait_for_decision("o-1", timeout=None),
            lambda: list(client.search()),
        ):
            with pytest.raises(ApiError, match="Is the base URL that of the service"):
                ask()


def test_the_service_refuses_an_unpaired_surrogate(kind: Kind) -> None:
    fields = {"output": "Must not contain an unpaired surrogate."}
    refusal = {"error": "No.", "code": "VALIDATION_FAILED", "fields": fields}
    with start_server() as server, kind.connect(server.url, "wh-test") as client:
        server.answers.put(answering(400, refusal))

        with pytest.raises(api.ValidationFailedError, match="output: Must not"):
            client.submit({"project": "Faults", "output": "\ud83d"})

        assert b"\\ud83d" in server.received().body
