"""Which webhooks are accepted and which are refused."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time

import pytest

from output_review import WebhookError, verify_webhook

KEY = b"k" * 32
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = json.dumps({"event": "approved", "id": "o-1"}).encode()


def sign(body: bytes, timestamp: int, key: bytes = KEY, id: str = "msg_1") -> str:
    signed = f"{id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def headers_of(body: bytes = BODY, age: int = 0) -> dict[str, str]:
    timestamp = int(time.time()) - age
    return {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(body, timestamp),
    }


def test_signs_like_the_example_of_standard_webhooks() -> None:
    # Source: the specification of Standard Webhooks. The example is too old for the age check.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    signed = b'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
    key = base64.b64decode(secret.removeprefix("whsec_"))

    signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256))

    assert signature == b"g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize("age", [0, 295, -295])
def test_a_recent_webhook_is_accepted(age: int) -> None:
    assert verify_webhook(BODY, headers_of(age=age), SECRET)["id"] == "o-1"


def test_accepts_text_and_headers_in_any_case() -> None:
    headers = {name.title(): value for name, value in headers_of().items()}

    assert verify_webhook(BODY.decode(), headers, SECRET)["id"] == "o-1"


def test_one_valid_signature_of_several_is_enough() -> None:
    headers = headers_of()
    former = sign(BODY, int(headers["webhook-timestamp"]), key=b"former")
    headers["webhook-signature"] = f"v1a,xyz {former} {headers['webhook-signature']} v2"

    assert verify_webhook(BODY, headers, SECRET)["id"] == "o-1"


@pytest.mark.parametrize(
    ("age", "why"), [(310, "older than five minutes"), (-310, "from the future")]
)
def test_a_webhook_that_is_too_old_or_too_new_is_refused(age: int, why: str) -> None:
    with pytest.raises(WebhookError, match=why):
        verify_webhook(BODY, headers_of(age=age), SECRET)


@pytest.mark.parametrize("timestamp", ["", "x", "-5", "1e9", "nan", "\u0661\u0662", "9" * 5000])
def test_an_invalid_timestamp_is_refused(timestamp: str) -> None:
    with pytest.raises(WebhookError):
        verify_webhook(BODY, {**headers_of(), "webhook-timestamp": timestamp}, SECRET)


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_missing_header_is_named(name: str) -> None:
    headers = headers_of()
    del headers[name]

    with pytest.raises(WebhookError, match=name):
        verify_webhook(BODY, headers, SECRET)


@pytest.mark.parametrize(
    "change",
    [
        {"webhook-id": "msg_2"},
        {"webhook-signature": "v1,"},
        {"webhook-signature": "v1,bm8="},
        {"webhook-signature": "v1,é\udcff"},
        {"webhook-signature": " , ,, v1"},
    ],
)
def test_a_changed_header_is_refused(change: dict[str, str]) -> None:
    with pytest.raises(WebhookError, match="signature"):
        verify_webhook(BODY, {**headers_of(), **change}, SECRET)


def test_a_changed_timestamp_is_refused() -> None:
    timestamp = headers_of(age=60)["webhook-timestamp"]

    with pytest.raises(WebhookError, match="signature"):
        verify_webhook(BODY, {**headers_of(), "webhook-timestamp": timestamp}, SECRET)


def test_a_signature_of_another_version_is_refused() -> None:
    headers = headers_of()
    headers["webhook-signature"] = headers["webhook-signature"].replace("v1,", "v2,")

    with pytest.raises(WebhookError, match="signature"):
        verify_webhook(BODY, headers, SECRET)


def test_a_changed_body_is_refused() -> None:
    with pytest.raises(WebhookError, match="signature"):
        verify_webhook(BODY.replace(b"approved", b"rejected"), headers_of(), SECRET)


def test_the_secret_of_another_destination_is_refused() -> None:
    other = "whsec_" + base64.b64encode(b"other").decode()

    with pytest.raises(WebhookError, match="signature"):
        verify_webhook(BODY, headers_of(), other)


@pytest.mark.parametrize("body", [b"", b"no JSON", b"[1]", b"null", b"\xff\xfe"])
def test_a_signed_body_that_is_not_an_event_is_refused(body: bytes) -> None:
    with pytest.raises(WebhookError, match="JSON"):
        verify_webhook(body, headers_of(body), SECRET)


@pytest.mark.parametrize(
    "secret", ["", "wh-token", "whsec_", "whsec_***", SECRET + "!", SECRET.removeprefix("whsec_")]
)
def test_an_invalid_secret_raises_value_error(secret: str) -> None:
    with pytest.raises(ValueError, match="secret"):
        verify_webhook(BODY, headers_of(), secret)
