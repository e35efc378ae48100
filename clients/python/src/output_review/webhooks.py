"""Verifies webhooks of the service, which are signed according to Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, Literal, TypedDict, cast

from .errors import WebhookError

TOLERANCE_SECONDS = 5 * 60
TIMESTAMP_LENGTH_MAX = 12
SECRET_PREFIX = "whsec_"


class WebhookEvent(TypedDict):
    """An event of an output. For a deleted output it contains only the IDs."""

    type: str
    timestamp: str
    event: str
    workspaceId: str
    id: str | None
    logId: str | None
    projectName: str | None
    taskName: str | None
    status: Literal["pending", "pass", "flagged", "error"] | None
    verdict: Literal["pass", "fail"] | None
    confidenceScore: float | None
    explanation: str | None
    decision: Literal["approved", "rejected", "changed", "handled"] | None
    humanDecision: Literal["approved", "rejected", "changed", "handled"] | None
    decisionSource: str | None
    comment: str | None
    reasonIds: list[str]
    correctedOutput: str | None
    correctedAction: dict[str, Any] | None
    aiOutput: str | None
    aiAction: dict[str, Any] | None
    output: str | None
    input: str | None
    action: dict[str, Any] | None
    requireApproval: bool | None
    flagReason: str | None
    metadata: dict[str, Any]
    tags: list[str]
    sessionId: str | None
    subjectId: str | None
    actorId: str | None
    model: str | None
    instructionsVersion: int | None
    revisionOf: str | None
    approvals: dict[str, Any] | None
    attachments: list[dict[str, Any]]
    decidedAt: str | None
    decidedBy: str | None


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """Returns the event of a webhook, or raises `WebhookError`.

    Args:
        body: As received. JSON that was parsed and serialized again has another signature.
        headers: Headers of the request, in any case.
        secret: Secret of the destination, `whsec_…`.
    """
    key = _read_secret(secret)
    content = _to_bytes(body) if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    message_id = _header(lower, "webhook-id")
    timestamp = _header(lower, "webhook-timestamp")
    signatures = _header(lower, "webhook-signature")
    _check_age(timestamp, time.time())
    signed = _to_bytes(f"{message_id}.{timestamp}.") + content
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    given = [item.partition(",") for item in signatures.split(" ")]
    of_version = [_to_bytes(value) for version, _, value in given if version == "v1"]
    if not any(hmac.compare_digest(expected, each) for each in of_version):
        raise WebhookError("The signature of the webhook is wrong.")
    return _read_event(content)


def _to_bytes(text: str) -> bytes:
    # A text that cannot be encoded was never signed.
    return text.encode(errors="replace")


def _read_secret(secret: str) -> bytes:
    if not secret.startswith(SECRET_PREFIX):
        raise ValueError(f"The secret of a webhook begins with {SECRET_PREFIX}")
    try:
        key = base64.b64decode(secret[len(SECRET_PREFIX) :], validate=True)
    except binascii.Error as error:
        raise ValueError("The secret of the webhook is not base64") from error
    if not key:
        raise ValueError("The secret of the webhook is empty")
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookError(f"The webhook has no header {name}.")
    return value


def _check_age(timestamp: str, now: float) -> None:
    is_number = timestamp.isascii() and timestamp.isdigit()
    if not is_number or len(timestamp) > TIMESTAMP_LENGTH_MAX:
        raise WebhookError("The webhook-timestamp is not a number of seconds.")
    age = now - int(timestamp)
    if age > TOLERANCE_SECONDS:
        raise WebhookError("The webhook is older than five minutes.")
    if age < -TOLERANCE_SECONDS:
        raise WebhookError("The webhook is from the future: compare the clocks.")


def _read_event(content: bytes) -> WebhookEvent:
    try:
        event = json.loads(content)
    except ValueError as error:
        raise WebhookError("The webhook is not JSON.") from error
    if not isinstance(event, dict):
        raise WebhookError("The webhook is not a JSON object.")
    return cast(WebhookEvent, event)
