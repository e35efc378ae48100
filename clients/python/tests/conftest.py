from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from .clients import KINDS, Client, Kind
from .service import Service, start_service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with start_service(tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> Kind:
    """The synchronous client, then the asyncio client."""
    kind: Kind = request.param
    return kind


@pytest.fixture
def client(service: Service, kind: Kind) -> Iterator[Client]:
    with kind.connect(service.url, service.token) as client:
        yield client


_counts = {"expected": 0, "unexpected": 0, "skipped": 0}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        _counts["skipped"] += 1
    elif report.failed:
        _counts["unexpected"] += 1
    elif report.when == "call":
        _counts["expected"] += 1


def pytest_sessionfinish() -> None:
    """Writes the test counts to PYTEST_REPORT if it is set, as in `.ci/run`."""
    path = os.environ.get("PYTEST_REPORT")
    if path:
        with open(path, "w") as file:
            json.dump({"stats": _counts}, file)
