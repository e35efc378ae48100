"""Options that both clients pass to httpx."""

from __future__ import annotations

import re
from typing import TypedDict

import httpx

from ._calls import Request
from ._version import __version__

TOKEN = re.compile(r"[!-~]+")
#: A `sync` submission waits for judges, which may take 28 s.
DEFAULT_TIMEOUT = 40.0
DEFAULT_RETRIES = 5
#: Each wait holds a connection, and other calls must not wait for a free one.
LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20)


class ConnectionOptions(TypedDict):
    base_url: str
    headers: dict[str, str]
    limits: httpx.Limits


def connection_options(base_url: str, token: str) -> ConnectionOptions:
    if httpx.URL(base_url).scheme not in ("http", "https"):
        raise ValueError("The base URL begins with https:// or http://")
    if not TOKEN.fullmatch(token):
        raise ValueError("The token is empty or has invalid characters")
    headers = {
        "Authorization": f"Bearer {token}",
        "Accept": "application/json",
        "User-Agent": f"output-review-python/{__version__}",
    }
    return {"base_url": base_url, "headers": headers, "limits": LIMITS}


def build_request(
    http: httpx.Client | httpx.AsyncClient, request: Request, timeout: float
) -> httpx.Request:
    headers = dict(request.headers or {})
    if request.content is not None:
        headers["Content-Type"] = "application/json"
    each, read = min(timeout, request.limit), min(timeout + request.held, request.limit)
    return http.build_request(
        request.method,
        request.path,
        params=request.query,
        headers=headers,
        content=request.content,
        timeout=httpx.Timeout(each, read=read),
    )
