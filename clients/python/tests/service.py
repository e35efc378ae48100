"""Starts the real service as a process, and acts as its reviewers and webhook receivers."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "deploy" / "embedded" / "dist" / "main.js"
EMAIL = "admin@example.com"
PASSWORD = "correct horse battery"
TOKEN = "wh-" + "test" * 11
READY = "ready "


@dataclass(frozen=True)
class Service:
    url: str
    token: str

    @contextmanager
    def sign_in(self) -> Iterator[httpx.Client]:
        """A signed-in session, as in the dashboard."""
        with httpx.Client(base_url=self.url, headers={"Origin": self.url}, timeout=30) as session:
            credentials = {"email": EMAIL, "password": PASSWORD}
            session.post("/api/auth/sign-in/email", json=credentials).raise_for_status()
            yield session


@contextmanager
def start_service(data_dir: Path, port: int = 0) -> Iterator[Service]:
    """Starts the built service: run `npm run build` first."""
    environment = {
        # From our own environment only what programs need to be found.
        "PATH": os.environ["PATH"],
        "HOME": os.environ["HOME"],
        "DATA_DIR": str(data_dir),
        "PORT": str(port),
        "RATE_LIMIT_PER_MINUTE": "0",
        "LOG_LEVEL": "error",
        "EGRESS_ALLOW_CIDRS": "127.0.0.1/32",
        "BOOTSTRAP_EMAIL": EMAIL,
        "BOOTSTRAP_PASSWORD": PASSWORD,
        "BOOTSTRAP_TOKEN": TOKEN,
    }
    command = ["node", str(PROGRAM)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Service(url=_read_url(process), token=TOKEN)
        finally:
            process.terminate()


def _read_url(process: subprocess.Popen[str]) -> str:
    for line in process.stdout or []:
        if line.startswith(READY):
            url: str = json.loads(line.removeprefix(READY))["url"]
            return url
    raise RuntimeError(f"The service ended with {process.wait()} before it was ready")


def unique(name: str) -> str:
    return f"{name} {uuid.uuid4()}"


@contextmanager
def on_flagged(service: Service, act: Callable[[httpx.Client, str], object]) -> Iterator[list[str]]:
    """Acts on the next output that enters the queue, as a person would."""
    seen: list[str] = []
    failures: list[Exception] = []
    with (
        service.sign_in() as session,
        session.stream("GET", "/api/events", timeout=60) as stream,
    ):
        events = _read_events(stream.raise_for_status())

        def follow() -> None:
            try:
                held = (event for event in events if event.get("status") == "flagged")
                seen.append(next(held)["id"])
                act(session, seen[0])
            except Exception as error:
                failures.append(error)

        thread = threading.Thread(target=follow, daemon=True)
        thread.start()
        yield seen
        thread.join(timeout=60)
    if failures:
        raise failures[0]


def _read_events(stream: httpx.Response) -> Iterator[dict[str, Any]]:
    for line in stream.iter_lines():
        name, _, value = line.partition(":")
        if name == "data":
            yield json.loads(value)


def decide(decision: str, **more: Any) -> Callable[[httpx.Client, str], object]:
    def act(session: httpx.Client, id: str) -> object:
        body = {"decision": decision, **more}
        return session.patch(f"/api/logs/{id}/decision", json=body).raise_for_status()

    return act


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Server:
    """An HTTP server with answers that a test queues."""

    url: str = ""
    requests: Queue[Received] = field(default_factory=Queue)
    answers: Queue[Callable[[BaseHTTPRequestHandler], None]] = field(default_factory=Queue)

    def received(self) -> Received:
        return self.requests.get(timeout=60)


@contextmanager
def start_server() -> Iterator[Server]:
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            server.requests.put(Received(self.command, self.path, dict(self.headers), body))
            server.answers.get(timeout=60)(self)

        do_GET = do_POST = answer  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http_server:
        http_server.daemon_threads = True
        server.url = f"http://127.0.0.1:{http_server.server_address[1]}"
        # A shutdown waits for the next poll, which is half a second by default.
        thread = threading.Thread(target=http_server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            http_server.shutdown()
            thread.join()


def answering(
    status: int, body: object, headers: dict[str, str] | None = None
) -> Callable[[BaseHTTPRequestHandler], None]:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def cut_before(handler: BaseHTTPRequestHandler) -> None:
    """Closes the connection without an answer."""
    handler.close_connection = True


def cut_within(handler: BaseHTTPRequestHandler) -> None:
    """Closes the connection in the middle of an answer."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"ok": tr')
    handler.close_connection = True
