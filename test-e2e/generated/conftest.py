from __future__ import annotations

import json
import os

import pytest

from subject import STATUSES

_counts = {"expected": 0, "unexpected": 0, "skipped": 0}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        _counts["skipped"] += 1
    elif report.failed:
        _counts["unexpected"] += 1
    elif report.when == "call":
        _counts["expected"] += 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    told = ", ".join(f"{count} of {status}" for status, count in sorted(STATUSES.items()))
    terminalreporter.write_line(f"{STATUSES.total()} answers: {told}")


def pytest_sessionfinish() -> None:
    """Writes the number of tests to the file of PYTEST_REPORT, for `.ci/run`."""
    path = os.environ.get("PYTEST_REPORT")
    if path:
        with open(path, "w") as file:
            json.dump({"stats": _counts}, file)
