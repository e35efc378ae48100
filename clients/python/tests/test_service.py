"""The client against the real service."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from output_review import OutputReview, api, verify_webhook
from output_review.errors import (
    DeletedError,
    ExpiredError,
    RedoError,
    RejectedError,
    UnansweredError,
    WebhookError,
    WithdrawnError,
)
from output_review.webhooks import WebhookEvent

from .clients import KINDS, Client
from .service import (
    ROOT,
    Service,
    answering,
    decide,
    on_flagged,
    start_server,
    start_service,
    unique,
)


def test_an_output_that_passes_is_settled(client: Client) -> None:
    submitted = client.submit({"project": unique("Passing"), "output": "Fine."})

    status = client.wait_for_decision(submitted["id"], timeout=60)

    assert (status["status"], status["settled"], status["humanDecision"]) == ("pass", True, None)


def test_a_sync_submission_returns_its_verdict(client: Client) -> None:
    submitted = client.submit({"project": unique("Sync"), "output": "Fine.", "sync": True})

    assert submitted["verdict"] == "pass"


def test_a_decision_ends_the_wait(service: Service, client: Client) -> None:
    project = unique("Corrected")
    with on_flagged(service, decide("changed", correctedOutput="Better.")):
        submitted = client.submit({"project": project, "output": "Bad.", "requireApproval": True})
        status = client.wait_for_decision(submitted["id"], timeout=60)

    assert (status["humanDecision"], status["correctedOutput"]) == ("changed", "Better.")


def test_waits_survive_a_restart_of_the_service(tmp_path: Path) -> None:
    submission: api.Submission = {"project": "Held", "output": "?", "requireApproval": True}
    with ThreadPoolExecutor() as threads, ExitStack() as stack:
        with start_service(tmp_path) as first:
            waiting = {}
            for kind in KINDS:
                client = stack.enter_context(kind.connect(first.url, first.token))
                with on_flagged(first, lambda reviewer, id: None):
                    held = client.submit(submission)["id"]
                waiting[held] = threads.submit(client.wait_for_decision, held, timeout=300)
        with start_service(tmp_path, httpx.URL(first.url).port or 0) as second:
            with second.sign_in() as reviewer:
                for held in waiting:
                    decide("approved")(reviewer, held)
            decisions = [wait.result(timeout=60)["humanDecision"] for wait in waiting.values()]

    assert decisions == ["approved", "approved"]


def test_a_wait_ends_at_its_timeout(client: Client) -> None:
    held = client.submit({"project": unique("Held"), "output": "?", "requireApproval": True})

    with pytest.raises(UnansweredError) as raised:
        client.wait_for_decision(held["id"], timeout=0.1)

    assert raised.value.id == held["id"]
    assert isinstance(raised.value, TimeoutError)


def test_the_same_key_repeats_the_same_submission(client: Client) -> None:
    submission: api.Submission = {"project": unique("Once"), "output": "Once."}

    first = client.submit(submission, idempotency_key="once-" + submission["project"])
    second = client.submit(submission, idempotency_key="once-" + submission["project"])

    assert second == first
    # A search finds only outputs that review has received.
    client.wait_for_decision(first["id"], timeout=60)
    assert [found["id"] for found in client.search({"project": submission["project"]})] == [
        first["id"]
    ]


def test_withdrawing_takes_an_output_out_of_the_queue(client: Client) -> None:
    held = client.submit({"project": unique("Held"), "output": "?", "requireApproval": True})

    assert client.withdraw(held["id"], reason="Not needed.")["humanDecision"] == "handled"
    assert client.wait_for_decision(held["id"], timeout=60)["comment"] == "Not needed."


def test_a_search_reads_all_pages(client: Client) -> None:
    project = unique("Found")
    ids = [client.submit({"project": project, "output": str(n)})["id"] for n in range(5)]
    for id in ids:
        client.wait_for_decision(id, timeout=60)

    found = [output["id"] for output in client.search({"project": project, "limit": 2})]
    undecided = list(client.search({"project": project, "pending": True}))
    two = list(islice(client.search({"project": project, "limit": 2}), 2))

    assert sorted(found) == sorted(ids)
    assert undecided == []
    assert [output["id"] for output in two] == found[:2]


def test_errors_have_the_class_of_their_code(service: Service, client: Client) -> None:
    with pytest.raises(api.ValidationFailedError) as invalid:
        client.submit({"project": "", "output": "x", "tags": ["a,b"]})
    with pytest.raises(api.NotFoundError) as unknown:
        client.get("no-such-output")
    with pytest.raises(api.NotFoundError):
        client.wait_for_decision("unknown", timeout=60)
    with (
        OutputReview(service.url, "wh-wrong") as stranger,
        pytest.raises(api.UnauthenticatedError),
    ):
        stranger.get_status("unknown")

    assert (invalid.value.status, invalid.value.code) == (400, "VALIDATION_FAILED")
    assert "project" in invalid.value.fields
    assert unknown.value.request_id


class Refunds:
    """A tool of an agent, which records its calls."""

    def __init__(self) -> None:
        self.paid: list[tuple[str, int]] = []

    def refund(self, customer: str, amount: int) -> str:
        """Refund a customer."""
        self.paid.append((customer, amount))
        return f"{customer}: {amount}"


def test_an_approved_function_runs(service: Service, client: Client) -> None:
    refunds = Refunds()
    approved = client.requires_approval(
        {"project": unique("Refunds")}, timeout=60, summary="Refund {amount} to {customer}"
    )(refunds.refund)
    with on_flagged(service, decide("approved")) as asked:
        result = approved("Ada", amount=20)

    assert result == "Ada: 20"
    assert refunds.paid == [("Ada", 20)]
    assert client.get(asked[0])["action"] == {
        "name": "refund",
        "summary": "Refund 20 to Ada",
        "params": {"customer": "Ada", "amount": 20},
    }


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (decide("rejected", comment="Too much."), RejectedError),
        (decide("changed", comment="Ask first."), RedoError),
        (decide("handled"), WithdrawnError),
        (lambda session, id: session.delete(f"/api/logs/{id}").raise_for_status(), DeletedError),
    ],
    ids=["rejected", "redo", "handled", "deleted"],
)
def test_a_function_does_not_run_if_not_approved(
    service: Service, client: Client, act: object, error: type[RejectedError]
) -> None:
    refunds = Refunds()
    approved = client.requires_approval({"project": unique("Refunds")}, timeout=60)(refunds.refund)
    assert callable(act)
    with on_flagged(service, act) as asked, pytest.raises(error) as raised:
        approved("Ada", 20)

    assert refunds.paid == []
    assert raised.value.id == asked[0]


def test_a_rejection_includes_the_comment(service: Service, client: Client) -> None:
    approved = client.requires_approval({"project": unique("Refunds")}, timeout=60)(lambda: None)
    with (
        on_flagged(service, decide("rejected", comment="Too much.")),
        pytest.raises(RejectedError, match=r"Too much\.") as raised,
    ):
        approved()

    assert raised.value.comment == "Too much."


def test_an_unanswered_function_does_not_run_and_leaves_the_queue(client: Client) -> None:
    refunds = Refunds()
    approved = client.requires_approval({"project": unique("Refunds")}, timeout=0.1)(refunds.refund)

    with pytest.raises(UnansweredError) as raised:
        approved("Ada", 20)

    assert refunds.paid == []
    assert client.get_status(raised.value.id)["humanDecision"] == "handled"


def test_a_deadline_that_rejects_does_not_run_the_function(client: Client) -> None:
    refunds = Refunds()
    submission: api.Submission = {
        "project": unique("Refunds"),
        "respondBy": "PT1S",
        "onDeadline": "reject",
    }
    approved = client.requires_approval(submission, timeout=60)(refunds.refund)

    with pytest.raises(ExpiredError):
        approved("Ada", 20)

    assert refunds.paid == []


def test_a_deadline_that_approves_runs_the_function(service: Service, client: Client) -> None:
    refunds = Refunds()
    submission: api.Submission = {
        "project": unique("Refunds"),
        "respondBy": "PT1S",
        "onDeadline": "approve",
    }
    with service.sign_in() as admin:
        allow = {"allowDeadlineApproval": True}
        admin.patch("/api/settings", json=allow).raise_for_status()
        client.requires_approval(submission, timeout=60)(refunds.refund)("Ada", 20)

    assert refunds.paid == [("Ada", 20)]


def test_accepts_webhooks_of_the_service(service: Service, client: Client) -> None:
    with start_server() as receiver:
        headers = {"Authorization": f"Bearer {service.token}"}
        url = f"{receiver.url}/{unique('hook')[5:]}"
        for _ in range(20):
            receiver.answers.put(answering(200, {}))
        with httpx.Client(base_url=service.url, headers=headers, timeout=30) as automation:
            subscription = automation.post("/api/subscriptions", json={"url": url})
            hook = subscription.raise_for_status().json()
            submitted = client.submit({"project": unique("Told"), "output": "Fine."})
            request = receiver.received()
            while json.loads(request.body)["id"] != submitted["id"]:
                request = receiver.received()
            automation.delete(f"/api/subscriptions/{hook['id']}").raise_for_status()

    event = verify_webhook(request.body, request.headers, hook["secret"])

    assert (event["event"], event["id"]) == ("pass", submitted["id"])
    assert WebhookEvent.__annotations__.keys() == event.keys()
    with pytest.raises(WebhookError, match="signature"):
        verify_webhook(request.body + b" ", request.headers, hook["secret"])


def test_the_quick_start_of_the_readme_runs(
    service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "clients" / "python" / "README.md").read_text()
    start, approval = readme.split("```python\n")[1:3]
    quick_start = start.partition("```")[0]
    assert "http://127.0.0.1:8080" in quick_start
    program = quick_start.replace("http://127.0.0.1:8080", service.url).replace(
        "wh-…", service.token
    )
    names: dict[str, Any] = {}

    with on_flagged(service, decide("approved")):
        exec(program, names)
    with on_flagged(service, decide("approved")) as asked:
        exec(approval.partition("```")[0], names)

    assert capsys.readouterr().out == "approved\n"
    assert names["client"].get(asked[0])["action"]["summary"] == "Refund 20 to Ada"
    names["client"].close()


def test_a_changed_function_runs_with_the_corrected_parameters(
    service: Service, client: Client
) -> None:
    refunds = Refunds()
    approved = client.requires_approval({"project": unique("Refunds")}, timeout=60)(refunds.refund)
    corrected = {"params": {"customer": "Ada", "amount": 5}}
    with on_flagged(service, decide("changed", correctedAction=corrected)):
        assert approved("Ada", 20) == "Ada: 5"

    assert refunds.paid == [("Ada", 5)]
