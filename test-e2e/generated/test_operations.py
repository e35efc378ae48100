from __future__ import annotations

import itertools
import re

import pytest
import requests
import schemathesis
from requests.adapters import HTTPAdapter
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.schemas import APIOperation
from urllib3 import Retry

from cases import DESTRUCTIVE, OPERATIONS, cases_of, operation_id
from checks import CHECKS
from subject import CREDENTIALS, STATUSES, URL

PASSWORD = "a password of some length"
FAILURES_SHOWN = 5

numbers = itertools.count(1)


@pytest.mark.parametrize("operation", OPERATIONS, ids=operation_id)
def test_operation(operation: APIOperation) -> None:
    failures: dict[str, str] = {}
    with patient_session() as session:
        for credential, case in cases_of(operation):
            try:
                call(session, case, credential)
            except (FailureGroup, requests.RequestException) as error:
                failures.setdefault(kind_of(error), f"as {credential}: {error}")
    shown = list(failures.values())[:FAILURES_SHOWN]
    if shown:
        pytest.fail(f"{len(failures)} kinds of failures\n\n" + "\n\n".join(shown), pytrace=False)


@pytest.mark.parametrize("credential", [name for name in CREDENTIALS if name != "nobody"])
def test_credential_still_holds(credential: str) -> None:
    """Otherwise, later requests were sent without a valid credential."""
    headers = CREDENTIALS[credential]
    if "cookie" in headers:
        answer = requests.get(f"{URL}/api/auth/get-session", headers=headers, timeout=60)
    else:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        accept = {"accept": "application/json, text/event-stream"}
        answer = requests.post(
            f"{URL}/api/mcp", json=message, headers={**headers, **accept}, timeout=60
        )
    assert answer.status_code == 200, answer.text


class Patience(Retry):
    """Retries only a 503 with Retry-After, as any client may."""

    RETRY_AFTER_STATUS_CODES = frozenset([503])


def patient_session() -> requests.Session:
    session = requests.Session()
    retries = Patience(5, connect=0, read=0, allowed_methods=None, raise_on_status=False)
    session.mount("http://", HTTPAdapter(max_retries=retries))
    return session


def kind_of(error: BaseException) -> str:
    """The message without its values."""
    kinds = [f"{type(each).__name__} {each}" for each in getattr(error, "exceptions", [error])]
    return re.sub(r"'[^']*'|\d+", "", "\n".join(kinds))


def call(session: requests.Session, case: schemathesis.Case, credential: str) -> None:
    headers = {**headers_of(case, credential), "x-forwarded-for": next_address()}
    if "text/event-stream" in str(case.operation.definition.raw["responses"].get("200")):
        response = begin(case, headers)
    else:
        response = case.call(session=session, headers=headers, allow_redirects=False, timeout=60)
    STATUSES[response.status_code] += 1
    case.validate_response(response, checks=CHECKS, headers=headers)


def headers_of(case: schemathesis.Case, credential: str) -> dict[str, str]:
    headers = CREDENTIALS[credential]
    if "cookie" in headers and operation_id(case.operation) in DESTRUCTIVE:
        return sign_up()
    return headers


def next_address() -> str:
    """A new address for each request, because limits are per address."""
    number = next(numbers)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def sign_up() -> dict[str, str]:
    """Creates a workspace and returns the headers of its admin."""
    email = f"somebody-{next(numbers)}@example.com"
    with patient_session() as session:
        answer = session.post(
            f"{URL}/api/auth/sign-up/email",
            json={"name": "Somebody", "email": email, "password": PASSWORD, "workspaceName": email},
            headers={"origin": URL, "x-forwarded-for": next_address()},
            timeout=60,
        )
    answer.raise_for_status()
    return {
        "origin": URL,
        "cookie": "; ".join(f"{name}={value}" for name, value in answer.cookies.items()),
    }


def begin(case: schemathesis.Case, headers: dict[str, str]) -> Response:
    """Reads only the headers of a response that may never end."""
    request = case.as_transport_kwargs(base_url=URL, headers=headers)
    # A new connection, because the rest of the response stays unread.
    with (
        requests.Session() as session,
        session.request(**request, stream=True, timeout=60) as answer,
    ):
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            answer._content = b""
        return Response.from_requests(answer, verify=True)
