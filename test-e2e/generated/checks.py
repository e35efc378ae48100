"""Checks of every response."""

from __future__ import annotations

import re

import schemathesis
from schemathesis.checks import CheckContext
from schemathesis.core.transport import Response

from subject import OPENAPI

CODE = re.compile(r"`([A-Z_]+)`")
ERROR_SCHEMA = {"$ref": "#/components/schemas/Error"}
ANY_ERROR = OPENAPI["components"]["responses"]["AnyError"]


def is_served(ctx: CheckContext, response: Response, case: schemathesis.Case) -> None:
    """A 503 with Retry-After was already retried, so one that remains is a fault too."""
    assert response.status_code < 500, f"A fault of the server: {response.status_code}"


def is_documented(ctx: CheckContext, response: Response, case: schemathesis.Case) -> None:
    """The OpenAPI has the status of a success, and the code of an error with the standard body."""
    documented = case.operation.definition.raw["responses"]
    status = str(response.status_code)
    if response.status_code < 400:
        assert status in documented, f"{status} is not documented"
        return
    answer = documented.get(status, ANY_ERROR)
    schema = answer["content"]["application/json"]["schema"]
    if schema != ERROR_SCHEMA or case.method == "HEAD":
        return
    body = response.json()
    assert set(body) == {"error", "code", "fields"}, f"Not the standard error body: {body}"
    codes = CODE.findall(answer["description"]) + CODE.findall(ANY_ERROR["description"])
    if case.method != case.operation.method.upper():
        codes.append("METHOD_NOT_ALLOWED")
    assert body["code"] in codes, f"{status} {body['code']} is not documented: {body}"


CHECKS = [
    is_served,
    is_documented,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_headers_conformance,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.allow_header_conformance,
]
