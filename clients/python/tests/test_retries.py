"""When a request is retried, with a fake clock and fixed randomness."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from output_review import ApiError
from output_review._calls import (
    Request,
    Retries,
    read_retry_after,
    search_page,
    wait_for_decision,
)
from output_review._transport import build_request
from output_review.errors import NoAnswerError, OutputReviewError, UnansweredError

NOW = 1_790_000_000.0


@pytest.mark.parametrize(
    ("count", "least", "most"),
    [(0, 0.25, 0.5), (1, 0.5, 1), (3, 2, 4), (4, 4, 8), (5, 4, 8), (10_000, 4, 8)],
)
def test_the_delay_doubles_up_to_a_maximum_with_jitter(
    count: int, least: float, most: float
) -> None:
    failure = NoAnswerError("Down.")

    assert Retries(5, random=lambda: 0.0).delay(failure, count) == least
    assert Retries(5, random=lambda: 1.0).delay(failure, count) == most


@pytest.mark.parametrize(
    ("status", "is_retried"),
    [
        *((status, True) for status in (429, 502, 503, 504)),
        *((status, False) for status in (400, 401, 404, 408, 409, 425, 500, 501)),
    ],
)
def test_only_transient_errors_are_retried(status: int, is_retried: bool) -> None:
    delay = Retries(5).delay(ApiError("Failed.", status=status), 0)

    assert (delay is not None) == is_retried


@pytest.mark.parametrize(
    ("retry_after", "delay"), [(0, 0.5), (0.2, 0.5), (3, 3), (60, 60), (61, None)]
)
def test_retry_after_is_the_minimum_delay(retry_after: float, delay: float | None) -> None:
    failure = ApiError("Down.", status=503, retry_after=retry_after)

    assert Retries(5, random=lambda: 1.0).delay(failure, 0) == delay


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        (None, None),
        ("0", 0),
        ("17", 17),
        ("Mon, 21 Sep 2026 14:14:00 GMT", 40),
        ("Mon, 21 Sep 2026 14:14:00", 40),
        ("Mon, 21 Sep 2020 14:14:00 GMT", 0),
        ("", None),
        ("soon", None),
        ("-1", None),
        ("1.5", None),
        ("٣", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(text: str | None, seconds: float | None) -> None:
    assert read_retry_after(text, NOW) == seconds


@dataclass
class Clock:
    seconds: float = 1000.0


@dataclass
class Waited:
    requests: list[Request]
    result: object


def wait(timeout: float | None, answers: list[tuple[float, Any]]) -> Waited:
    """Runs a wait against answers that each take the given seconds."""
    clock = Clock()
    retries = Retries(0, now=lambda: clock.seconds, random=lambda: 1.0)
    call = wait_for_decision("o-1", timeout, retries)
    requests = []
    try:
        request = next(call)
        for seconds, answer in answers:
            requests.append(request)
            clock.seconds += request.after + seconds
            if isinstance(answer, Exception):
                request = call.throw(answer)
            else:
                request = call.send(httpx.Response(200, json=answer))
    except StopIteration as end:
        return Waited(requests, end.value)
    except OutputReviewError as error:
        return Waited(requests, error)
    raise AssertionError("It would go on")


SETTLED = {"id": "o-1", "settled": True}
UNSETTLED = {"id": "o-1", "settled": False}


def seconds_of(waited: Waited) -> list[tuple[str, float]]:
    return [((request.query or {})["wait"], request.after) for request in waited.requests]


def test_a_wait_is_shorter_than_proxy_timeouts_and_renewed_until_settled() -> None:
    waited = wait(None, [(50, UNSETTLED), (50, UNSETTLED), (5, SETTLED)])

    assert waited.result == SETTLED
    assert seconds_of(waited) == [("50", 0), ("50", 0), ("50", 0)]


def test_a_timeout_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="a number"):
        wait(math.nan, [])


def timeouts_of(request: Request, timeout: float) -> Any:
    with httpx.Client(base_url="http://service.test") as http:
        return build_request(http, request, timeout).extensions["timeout"]


@pytest.mark.parametrize("timeout", [None, 90])
def test_the_read_timeout_includes_the_requested_wait(timeout: float | None) -> None:
    (request,) = wait(timeout, [(1, SETTLED)]).requests

    assert timeouts_of(request, 30) == {"connect": 30, "read": 80, "write": 30, "pool": 30}


def test_no_request_takes_much_longer_than_the_rest_of_the_timeout() -> None:
    first, second = wait(7.5, [(0, httpx.ConnectError("Refused.")), (1, SETTLED)]).requests

    assert timeouts_of(first, 30) == dict.fromkeys(["connect", "read", "write", "pool"], 9.5)
    assert timeouts_of(second, 30) == dict.fromkeys(["connect", "read", "write", "pool"], 9)
    assert timeouts_of(first, 2) == {"connect": 2, "read": 9.5, "write": 2, "pool": 2}


def test_the_last_wait_is_the_rest_of_the_timeout() -> None:
    waited = wait(90.5, [(50, UNSETTLED), (41, UNSETTLED)])

    assert isinstance(waited.result, UnansweredError)
    assert seconds_of(waited) == [("50", 0), ("41", 0)]


@pytest.mark.parametrize("timeout", [0, -1])
def test_a_timeout_of_zero_checks_once(timeout: float) -> None:
    assert wait(timeout, [(0, SETTLED)]).result == SETTLED
    waited = wait(timeout, [(0, UNSETTLED)])

    assert isinstance(waited.result, UnansweredError)
    assert seconds_of(waited) == [("0", 0)]


def test_polls_once_a_second_if_answers_come_at_once() -> None:
    waited = wait(None, [(0.25, UNSETTLED), (0, UNSETTLED), (0, SETTLED)])

    assert seconds_of(waited) == [("50", 0), ("50", 0.75), ("50", 1)]


def test_a_wait_retries_an_outage_with_growing_delays() -> None:
    down = httpx.ConnectError("Refused.")
    waited = wait(None, [(0, down), (0, down), (0, down), (50, UNSETTLED), (0, down), (1, SETTLED)])

    assert waited.result == SETTLED
    assert [after for _, after in seconds_of(waited)] == [0, 0.5, 1, 2, 0, 0.5]


def test_a_wait_forgets_an_outage_that_is_over() -> None:
    down = httpx.ConnectError("Refused.")
    waited = wait(51, [(0, down), (50.5, UNSETTLED)])

    assert isinstance(waited.result, UnansweredError)
    assert waited.result.__cause__ is None


def test_no_delay_exceeds_the_timeout() -> None:
    down = httpx.ConnectError("Refused.")
    waited = wait(1.25, [(0, down), (0, down), (0, down)])

    assert isinstance(waited.result, UnansweredError)
    assert isinstance(waited.result.__cause__, NoAnswerError)
    assert seconds_of(waited) == [("2", 0), ("1", 0.5), ("0", 0.75)]


@pytest.mark.parametrize("refusal", [httpx.UnsupportedProtocol, httpx.LocalProtocolError])
def test_a_request_that_httpx_refuses_is_not_retried(refusal: type[httpx.TransportError]) -> None:
    call = wait_for_decision("o-1", None, Retries(5))
    next(call)

    with pytest.raises(refusal):
        call.throw(refusal("No."))


def test_a_search_is_encoded_as_a_query() -> None:
    search: Any = {"pending": True, "hasAction": False, "limit": 2, "page": 3, "task": None}

    first = next(search_page(search, None, Retries(0)))
    second = next(search_page(search, "abc", Retries(0)))

    assert first.query == {"pending": "true", "hasAction": "false", "limit": "2", "page": "3"}
    assert second.query == {
        **{"pending": "true", "hasAction": "false", "limit": "2"},
        "cursor": "abc",
    }
