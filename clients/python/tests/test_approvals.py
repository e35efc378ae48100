"""When a function that needs an approval runs, and with which parameters."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, get_args, get_type_hints

import httpx
import pytest

from output_review import AsyncOutputReview, NotApprovedError, OutputReview, OutputStatus
from output_review._approvals import apply_correction
from output_review.api import IdConflictError
from output_review.errors import (
    CorrectionError,
    DeletedError,
    ExpiredError,
    RedoError,
    RejectedError,
    UnansweredError,
    WithdrawnError,
)

from .clients import Client, Kind
from .service import Service, decide, on_flagged, unique

PARAMS = {"customer": "Ada", "amount": 20}
CORRECTED = {"customer": "Ada", "amount": 5}
STATUS = {
    "id": "o-1",
    "status": "flagged",
    "humanDecision": "approved",
    "settled": True,
    "comment": None,
    "correctedAction": None,
    "decidedBy": "ada@example.com",
}


Reply = tuple[int, dict[str, Any]]


def respond(reply: Reply) -> httpx.Response:
    status, body = reply
    return httpx.Response(status, json=body)


class Answers:
    """A service with the decision that a test sets, including impossible ones."""

    def __init__(self, decided: dict[str, Any], **more: Reply) -> None:
        self.decided = decided
        self.more = more
        self.submitted: dict[str, Any] = {}
        self.calls: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.calls.append(f"{request.method} {request.url.path}")
        if request.url.path == "/api/logs":
            self.submitted = json.loads(request.content)
            return respond((202, {"ok": True, "id": "o-1", "status": "pending"}))
        if request.url.path == "/api/logs/o-1/status":
            return respond(self.more.get("status", (200, self.decided)))
        if request.url.path == "/api/logs/o-1/withdraw":
            return respond(self.more["withdraw"])
        assert request.url.path == "/api/logs/o-1"
        output = {"id": "o-1", "action": self.submitted["action"], "aiAction": None}
        return respond(self.more.get("output", (200, output)))


def ask(
    kind: Kind,
    answers: Answers,
    function: Callable[..., Any],
    args: tuple[Any, ...],
    **options: Any,
) -> Any:
    with kind.connect_to(answers, max_retries=0) as client:
        options = {"timeout": 0, **options}
        return client.requires_approval({"project": "Refunds"}, **options)(function)(*args)


def literals(field: str) -> list[str | None]:
    """All values that the API may return in a field."""
    hint = get_type_hints(OutputStatus)[field]
    values: list[str | None] = []
    for part in [hint, *get_args(hint)]:
        values += [value for value in get_args(part) if isinstance(value, str)]
    return [*dict.fromkeys(values), None]


STATUSES = literals("status")
DECISIONS = [*literals("humanDecision"), "of_a_newer_service"]


def test_the_table_below_covers_every_value_of_the_api() -> None:
    assert STATUSES == ["pending", "pass", "flagged", "error", None]
    assert DECISIONS[:4] == ["approved", "rejected", "changed", "handled"]


# The parameters that run by decision and whether it has a correction, and the exception by decision
# and who made it. A combination in neither is not approved.
RUNS: dict[tuple[str | None, bool], dict[str, Any]] = {
    ("approved", False): PARAMS,
    ("approved", True): PARAMS,
    ("changed", True): CORRECTED,
}
RAISES: dict[tuple[str | None, str], type[NotApprovedError]] = {
    ("rejected", "ada@example.com"): RejectedError,
    ("rejected", "deadline"): ExpiredError,
    ("changed", "ada@example.com"): RedoError,
    ("changed", "deadline"): RedoError,
    ("handled", "ada@example.com"): WithdrawnError,
    ("handled", "deadline"): WithdrawnError,
}


@pytest.mark.parametrize("is_settled", [True, False], ids=["settled", "unsettled"])
@pytest.mark.parametrize("is_corrected", [True, False], ids=["corrected", "as it was"])
@pytest.mark.parametrize("decided_by", ["ada@example.com", "deadline"])
@pytest.mark.parametrize(
    ("status", "decision"), list(itertools.product(STATUSES, DECISIONS)), ids=str
)
def test_runs_only_if_approved_or_changed(
    kind: Kind,
    status: str,
    decision: str | None,
    decided_by: str,
    is_corrected: bool,
    is_settled: bool,
) -> None:
    ran: list[dict[str, Any]] = []
    answers = Answers(
        {
            **STATUS,
            "status": status,
            "humanDecision": decision,
            "settled": is_settled,
            "correctedAction": {"params": CORRECTED} if is_corrected else None,
            "decidedBy": decided_by,
        },
        withdraw=(200, {"ok": True}),
    )

    def refund(customer: str, amount: int) -> str:
        ran.append({"customer": customer, "amount": amount})
        return "paid"

    params = RUNS.get((decision, is_corrected)) if is_settled else None
    if params is not None:
        assert ask(kind, answers, refund, ("Ada", 20)) == "paid"
        assert ran == [params]
        return
    unlisted = NotApprovedError if is_settled else UnansweredError
    error = RAISES.get((decision, decided_by), unlisted) if is_settled else unlisted
    with pytest.raises(error) as raised:
        ask(kind, answers, refund, ("Ada", 20))
    assert type(raised.value) is error
    assert ran == []


def test_submits_an_action_that_requires_approval(kind: Kind) -> None:
    answers = Answers(STATUS)

    def refund(customer: str, amount: int = 20, *, db: object = None, **more: Any) -> Any:
        return customer, amount, db, more

    db = object()
    with kind.connect_to(answers) as client:
        approved = client.requires_approval(
            {"project": "Refunds", "actorId": "agent-1"}, timeout=0, name="pay", hide=["db"]
        )(refund)
        assert approved("Ada", db=db, note="Sorry") == ("Ada", 20, db, {"note": "Sorry"})

    assert answers.submitted == {
        "project": "Refunds",
        "actorId": "agent-1",
        "action": {
            "name": "pay",
            "summary": "pay",
            "params": {"customer": "Ada", "amount": 20, "note": "Sorry"},
        },
        "requireApproval": True,
    }


def test_the_summary_is_the_docstring_or_a_template(kind: Kind) -> None:
    answers = Answers(STATUS)

    def refund(amount: int) -> None:
        """Refund {a customer}.

        At once.
        """

    ask(kind, answers, refund, (20,))
    by_docstring = answers.submitted["action"]
    ask(kind, answers, refund, (20,), summary="Refund {amount}" + "x" * 3000)
    by_pattern = answers.submitted["action"]
    ask(kind, answers, lambda: None, ())

    assert by_docstring["summary"] == "Refund {a customer}."
    assert by_docstring["name"] == "refund"
    assert by_pattern["summary"] == ("Refund 20" + "x" * 3000)[:2000]
    assert answers.submitted["action"]["summary"] == "<lambda>"


def corrected(params: dict[str, Any], **more: Reply) -> Answers:
    return Answers(
        {**STATUS, "humanDecision": "changed", "correctedAction": {"params": params}}, **more
    )


def stored(params: dict[str, Any], name: str = "action") -> Reply:
    action = {"name": "send", "summary": "Send.", "params": params}
    return 200, {"id": "o-1", "action": {"params": {}}, "aiAction": None, name: action}


def test_unchanged_arguments_stay_the_same_objects(kind: Kind) -> None:
    to, when = ("ada@example.com", "bob@example.com"), (1, 2)

    def send(to: Any, when: Any, text: str) -> Any:
        return to, when, text

    answers = corrected({"to": list(to), "when": [1, 3], "text": "Hi"})
    result = ask(kind, answers, send, (to, when, "Hello"))

    assert result[0] is to
    assert result[1:] == ([1, 3], "Hi")


@pytest.mark.parametrize("name", ["action", "aiAction"])
def test_a_masked_value_keeps_the_value_of_the_caller(kind: Kind, name: str) -> None:
    def send(to: str, text: str) -> tuple[str, str]:
        return to, text

    answers = corrected(
        {"to": "[email]", "text": "Hi"}, output=stored({"to": "[email]", "text": "Hello"}, name)
    )

    assert ask(kind, answers, send, ("ada@example.com", "Hello")) == ("ada@example.com", "Hi")


@pytest.mark.parametrize(
    ("params", "called_with"),
    [
        ({"to": "Ada", "urgent": True, "cc": "Bob", "bcc": "Eve"}, {"cc": "Bob", "bcc": "Eve"}),
        ({"to": "Ada", "urgent": True, "cc": "Eve"}, {"cc": "Eve"}),
        ({"to": "Ada", "urgent": True}, {}),
        ({"to": "Ada", "urgent": True, "cc": None, "bcc": None}, {"cc": None, "bcc": None}),
    ],
)
def test_keyword_parameters_may_be_added_changed_and_removed(
    kind: Kind, params: dict[str, Any], called_with: dict[str, Any]
) -> None:
    def send(to: str, urgent: bool = False, **more: Any) -> Any:
        return to, urgent, more

    with kind.connect_to(corrected(params)) as client:
        approved = client.requires_approval({"project": "Mail"}, timeout=0)(send)
        assert approved("Ada", True, cc="Bob") == ("Ada", True, called_with)


def test_a_correction_cannot_replace_all_keyword_parameters_at_once(kind: Kind) -> None:
    ran: list[Any] = []

    def send(to: str, **more: Any) -> None:
        ran.append(more)

    answers = corrected({"to": "Ada", "more": {"bcc": "Eve"}})
    with pytest.raises(CorrectionError, match="takes no parameter more"):
        ask(kind, answers, send, ("Ada",))
    assert ran == []


def test_a_removed_parameter_gets_its_default(kind: Kind) -> None:
    def send(to: str, urgent: bool = False) -> Any:
        return to, urgent

    assert ask(kind, corrected({"to": "Ada"}), send, ("Ada", True)) == ("Ada", False)


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"to": "Ada", "cc": "Bob"}, "takes no parameter cc"),
        ({}, "needs the parameter to"),
        ({"to": "Ada", "db": 1}, "takes no parameter db"),
        ({"to": "Ada", "db": None}, "takes no parameter db"),
        ({"to": "Ada", "cc": None}, "takes no parameter cc"),
    ],
)
def test_does_not_run_with_a_correction_that_the_function_cannot_take(
    kind: Kind, params: dict[str, Any], why: str
) -> None:
    ran = []

    def send(to: str, db: object = None) -> None:
        ran.append(to)

    with pytest.raises(CorrectionError, match=why):
        ask(kind, corrected(params), send, ("Ada",), hide=["db"])
    assert ran == []


def error(status: int, code: str) -> Reply:
    return status, {"error": "No.", "code": code, "fields": {}}


@pytest.mark.parametrize(
    ("answers", "raises"),
    [
        (corrected({"to": "Bob"}, output=error(403, "FORBIDDEN")), CorrectionError),
        (corrected({"to": "Bob"}, output=error(404, "NOT_FOUND")), DeletedError),
        (corrected({"to": "x [email]"}, output=stored({"to": ["[email]"]})), None),
        (corrected({"to": ["[email]"]}, output=stored({"to": "[email]"})), CorrectionError),
        (Answers(STATUS, status=error(404, "NOT_FOUND")), DeletedError),
    ],
    ids=["no scope", "deleted late", "edited", "moved mask", "deleted"],
)
def test_does_not_run_with_a_correction_that_cannot_be_read(
    kind: Kind, answers: Answers, raises: type[NotApprovedError] | None
) -> None:
    ran: list[Any] = []
    if raises is None:
        ask(kind, answers, lambda to: ran.append(to), ("ada@example.com",))
        assert ran == ["x [email]"]
        return
    with pytest.raises(raises):
        ask(kind, answers, lambda to: ran.append(to), ("ada@example.com",))
    assert ran == []


def test_does_not_run_if_parameters_change_during_the_wait(kind: Kind) -> None:
    ran, to = [], ["ada@example.com"]
    answers = Answers(STATUS)

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            to[0] = "eve@example.com"
        return answers(request)

    with kind.connect_to(answer) as client:
        send = client.requires_approval({"project": "Mail"}, timeout=0)(lambda to: ran.append(to))
        with pytest.raises(NotApprovedError, match="have changed"):
            send(to)
    assert ran == []


class Killed(BaseException):
    """Simulates the death of a waiting process."""


class CutOff(httpx.HTTPTransport):
    """Submits, and dies before it receives a decision."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            raise Killed
        return super().handle_request(request)


@dataclass
class Refunds:
    """Asks with the customer as ID, in a process that may die."""

    service: Service
    project: str = field(default_factory=lambda: unique("Refunds").replace(" ", "-"))
    paid: list[tuple[str, int]] = field(default_factory=list)

    def refund(self, client: Client, amount: int) -> None:
        def refund(customer: str, amount: int, *, db: object) -> None:
            self.paid.append((customer, amount))

        approved = client.requires_approval(
            {"project": self.project},
            timeout=60,
            hide=["db"],
            id=lambda customer, amount, db: f"{self.project}-{customer}",
        )(refund)
        approved("Ada", amount, db=object())

    def begin(self, act: Callable[[httpx.Client, str], object]) -> None:
        """Asks, and decides after the process has died."""
        with (
            on_flagged(self.service, act),
            OutputReview(self.service.url, self.service.token, transport=CutOff()) as client,
            pytest.raises(Killed),
        ):
            self.refund(client, 20)


def test_asking_again_with_the_same_id_returns_the_decision(
    service: Service, client: Client
) -> None:
    refunds = Refunds(service)
    refunds.begin(decide("approved"))

    refunds.refund(client, 20)
    with pytest.raises(IdConflictError):
        refunds.refund(client, 21)

    assert refunds.paid == [("Ada", 20)]
    found = [output["id"] for output in client.search({"project": refunds.project})]
    assert found == [f"{refunds.project}-Ada"]


def test_asking_again_for_a_deleted_output_raises_deleted(service: Service, client: Client) -> None:
    refunds = Refunds(service)
    refunds.begin(lambda session, id: session.delete(f"/api/logs/{id}").raise_for_status())

    with pytest.raises(DeletedError) as raised:
        refunds.refund(client, 20)

    assert raised.value.id == f"{refunds.project}-Ada"
    assert refunds.paid == []


UNANSWERED = {**STATUS, "humanDecision": None, "settled": False}


@pytest.mark.parametrize(
    "withdraw",
    [
        (200, {"ok": True, "id": "o-1", "humanDecision": "handled"}),
        error(503, "UNAVAILABLE"),
        error(403, "FORBIDDEN"),
    ],
    ids=["withdrawn", "outage", "forbidden"],
)
def test_raises_unanswered_regardless_of_the_withdrawal(kind: Kind, withdraw: Reply) -> None:
    answers = Answers(UNANSWERED, withdraw=withdraw)

    with pytest.raises(UnansweredError):
        ask(kind, answers, lambda: None, ())
    assert answers.calls[-1] == "POST /api/logs/o-1/withdraw"


def test_raises_deleted_if_it_is_gone_when_nobody_has_decided_in_time(kind: Kind) -> None:
    answers = Answers(UNANSWERED, withdraw=error(404, "NOT_FOUND"))

    with pytest.raises(DeletedError):
        ask(kind, answers, lambda: None, ())


def test_the_withdrawal_has_a_short_timeout_if_the_service_hangs(kind: Kind) -> None:
    answers = Answers(UNANSWERED)
    withdrawals: list[dict[str, float]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/api/logs":
            return answers(request)
        if request.url.path.endswith("/withdraw"):
            withdrawals.append(request.extensions["timeout"])
        raise httpx.ReadTimeout("It hangs.")

    with (
        kind.connect_to(answer, timeout=30) as client,
        pytest.raises(UnansweredError),
    ):
        client.requires_approval({"project": "Mail"}, timeout=0)(lambda: None)()
    assert withdrawals == [dict.fromkeys(["connect", "read", "write", "pool"], 5)]


@pytest.mark.parametrize("is_settled", [True, False], ids=["settled", "flagged again"])
def test_a_decision_at_the_last_moment_counts(kind: Kind, is_settled: bool) -> None:
    answers = Answers(UNANSWERED)
    ran: list[str] = []
    outage = [error(503, "UNAVAILABLE")]

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/withdraw"):
            answers.decided = {**STATUS, "settled": is_settled}
            return respond(error(409, "ALREADY_DECIDED"))
        # The status is requested again if the request failed.
        if answers.decided is not UNANSWERED and outage:
            return respond(outage.pop())
        return answers(request)

    with kind.connect_to(answer) as client:
        approved = client.requires_approval({"project": "Mail"}, timeout=0)
        if is_settled:
            approved(lambda: ran.append("sent"))()
        else:
            with pytest.raises(NotApprovedError):
                approved(lambda: ran.append("sent"))()
    assert ran == (["sent"] if is_settled else [])


def test_parameters_that_are_not_json_are_not_submitted(kind: Kind) -> None:
    answers = Answers(STATUS)

    with pytest.raises(TypeError, match="hide"):
        ask(kind, answers, lambda db: None, (object(),))
    with pytest.raises(ValueError, match="JSON"):
        ask(kind, answers, lambda amount: None, (float("nan"),))
    with pytest.raises(TypeError, match="amount"):
        ask(kind, answers, lambda amount: None, ())
    assert answers.calls == []


@pytest.mark.parametrize(
    "key", ["id", "output", "outputAttachments", "action", "requireApproval", "sync"]
)
def test_fields_that_the_client_fills_in_cannot_be_passed(kind: Kind, key: str) -> None:
    submission: Any = {"project": "Refunds", key: "x"}
    with (
        kind.connect_to(Answers(STATUS)) as client,
        pytest.raises(ValueError, match=key),
    ):
        client.requires_approval(submission, timeout=0)(lambda: None)


def test_a_timeout_that_is_not_a_number_is_refused_before_anything_is_asked(kind: Kind) -> None:
    with kind.connect_to(Answers(STATUS)) as client:
        decorate = client.requires_approval({"project": "Refunds"}, timeout=math.nan)
        with pytest.raises(ValueError, match="a number"):
            decorate(lambda: None)


def test_parameters_need_names(kind: Kind) -> None:
    def variadic(*args: int) -> None: ...

    def nameless(amount: int, /) -> None: ...

    with kind.connect_to(Answers(STATUS)) as client:
        decorate = client.requires_approval({"project": "Refunds"}, timeout=0)
        for function in (variadic, nameless):
            with pytest.raises(TypeError, match="by name"):
                decorate(function)


def test_each_client_decorates_only_functions_of_its_kind() -> None:
    async def asynchronous() -> None: ...

    def plain() -> None: ...

    with OutputReview("http://service.test", "wh-test") as client:
        decorate = client.requires_approval({"project": "Refunds"}, timeout=0)
        with pytest.raises(TypeError, match="AsyncOutputReview"):
            decorate(asynchronous)
    other = AsyncOutputReview("http://service.test", "wh-test")
    with pytest.raises(TypeError, match="not async"):
        other.requires_approval({"project": "Refunds"}, timeout=0)(plain)  # type: ignore[arg-type]
    asyncio.run(other.close())


# The service keeps the 15 digits of a number that most JSON parsers keep.
ROWS = {"a": [{"id": 1234567890123456789, "n": 1}, {"id": 1234567890123456801, "n": 2}]}
ROWS_ROUNDED = {"a": [{"id": 1234567890123456800, "n": 1}, {"id": 1234567890123456800, "n": 2}]}


@pytest.mark.parametrize(
    ("own", "stored", "corrected", "merged"),
    [
        ({"a": 1}, {"a": 1}, {"a": 1}, {"a": 1}),
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, {"a": 3, "c": 4}, {"a": 3, "c": 4}),
        ({"a": True}, {"a": True}, {"a": 1}, {"a": 1}),
        ({"a": 1.0}, {"a": 1}, {"a": 1}, {"a": 1.0}),
        ({"a": 2**60 + 1}, {"a": 2**60}, {"a": 2**60}, {"a": 2**60 + 1}),
        ({"a": "x@y", "b": 1}, {"a": "[email]", "b": 1}, {"a": "[email]", "b": 2},
         {"a": "x@y", "b": 2}),
        ({"a": {"b": ["x@y", 1]}}, {"a": {"b": ["[email]", 1]}}, {"a": {"b": ["[email]", 2]}},
         {"a": {"b": ["x@y", 2]}}),
        ({"a": "x@y"}, {"a": "[email]"}, {"a": "z@y"}, {"a": "z@y"}),
        ({"x@y": 1, "b": 1}, {"[email]": 1, "b": 1}, {"[email]": 1, "b": 2}, {"x@y": 1, "b": 2}),
        ({"a": ["x@y", "z"]}, {"a": ["[email]", "z"]}, {"a": ["z"]}, {"a": ["z"]}),
        ({"a": [1, 2]}, {"a": [1, 2]}, {"a": [2]}, {"a": [2]}),
        ({"a": 491}, {"a": "[phone]"}, {"a": "[phone]", "b": 1}, {"a": 491, "b": 1}),
        ({"a": [1]}, {"a": [1]}, {"a": {"b": None}}, {"a": {"b": None}}),
        ({"a": "x@y", "b": 1}, {"a": "[email]", "b": 1}, {"b": 1}, {"b": 1}),
        # A list in another order, and one without its first element, with another added or not.
        ({"a": ["x@y", "b"]}, {"a": ["[email]", "b"]}, {"a": ["b", "[email]"]},
         {"a": ["b", "x@y"]}),
        ({"a": ["x@y", "z@y"]}, {"a": ["[email]", "[email 2]"]}, {"a": ["[email 2]"]},
         {"a": ["z@y"]}),
        ({"a": ["x@y", "z@y"]}, {"a": ["[email 1]", "[email 2]"]},
         {"a": ["[email 2]", "new@y", "[email 1]"]}, {"a": ["z@y", "new@y", "x@y"]}),
        (ROWS, ROWS_ROUNDED, {"a": [ROWS_ROUNDED["a"][1], {"id": 5, "n": 9}]},
         {"a": [ROWS["a"][1], {"id": 5, "n": 9}]}),
        (ROWS, ROWS_ROUNDED, {"a": [{"id": 1234567890123456800, "n": 9}, ROWS_ROUNDED["a"][1]]},
         {"a": [{"id": 1234567890123456789, "n": 9}, ROWS["a"][1]]}),
        # Several equal elements.
        ({"a": ["x@y", "z@y"]}, {"a": ["[email]", "[email]"]}, {"a": ["[email]", "[email]", "b"]},
         {"a": ["x@y", "z@y", "b"]}),
        ({"a": ["x@y", "z@y"]}, {"a": ["[email]", "[email]"]}, {"a": ["[email]", "b"]},
         {"a": ["x@y", "b"]}),
        ({"a": ["x@y", "z@y", "b"]}, {"a": ["[email]", "[email]", "b"]},
         {"a": ["b", "[email]", "[email]"]}, {"a": ["b", "x@y", "z@y"]}),
        ({"a": [1, 1]}, {"a": [1, 1]}, {"a": [1]}, {"a": [1]}),
    ],
)  # fmt: skip
def test_a_correction_applies_only_the_differences(
    own: Any, stored: Any, corrected: Any, merged: Any
) -> None:
    result = apply_correction(own, stored=stored, corrected=corrected)

    assert json.dumps(result, sort_keys=True) == json.dumps(merged, sort_keys=True)


TWO = {"a": [{"to": "x@y", "n": 1}, {"to": "z@y", "n": 2}]}
TWO_MASKED = {"a": [{"to": "[email]", "n": 1}, {"to": "[email]", "n": 2}]}


@pytest.mark.parametrize(
    ("own", "stored", "corrected"),
    [
        ({"a": ["x@y", "z@y"]}, {"a": ["[email]", "[email]"]}, {"a": ["[email]"]}),
        (
            {"a": ["x@y", "z@y"]},
            {"a": ["[email]", "[email]"]},
            {"a": ["[email]", "[email]", "[email]"]},
        ),
        # A list that lost an element while another changed; then a moved element and a changed one.
        (TWO, TWO_MASKED, {"a": [{"to": "[email]", "n": 9}]}),
        (TWO, TWO_MASKED, {"a": [{"to": "[email]", "n": 2}, {"to": "[email]", "n": 9}]}),
        ({"a": "x@y"}, {"a": "[email]"}, {"a": "[email]", "cc": "[email]"}),
        ({"a": "x@y"}, {"a": "[email]"}, {"b": "[email]"}),
        ({"a": "x@y"}, {"a": "[email]"}, {"a": "[email]", "[email]": 1}),
        ({"x@y": 1}, {"[email]": 1}, {"[email]": 2}),
        ({"x@y": 1}, {"[email]": 1}, {}),
        ({"a": "x@y"}, {"a": "[email]"}, {"a": {"to": "[email]"}}),
    ],
)
def test_a_mask_is_never_treated_as_the_real_value(own: Any, stored: Any, corrected: Any) -> None:
    with pytest.raises(ValueError, match=r"\[email\]"):
        apply_correction(own, stored=stored, corrected=corrected)
