"""Chooses the requests to send and their credentials."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.generation.drivers import CoverageGenerator
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.generation.overrides import Override
from schemathesis.schemas import APIOperation

from subject import ALLOWED, CASES, CREDENTIALS, SAMPLES, SCHEMA, SEED

# They delete the session, the workspace token or the workspace, which other requests need. So each
# of their requests runs as a new user.
DESTRUCTIVE = ["signOut", "revokeSessions", "rotateToken", "eraseWorkspace"]


def operation_id(operation: APIOperation) -> str:
    return operation.definition.raw["operationId"]


def _turn(operation: APIOperation) -> int:
    """Deletions come last, so that the resources of other requests still exist."""
    return 2 if operation_id(operation) in DESTRUCTIVE else int(operation.method == "delete")


OPERATIONS: list[APIOperation] = sorted(
    (each.ok() for each in SCHEMA.get_all_operations()), key=_turn
)
assert set(DESTRUCTIVE) <= {operation_id(each) for each in OPERATIONS}


def _coverage_of(operation: APIOperation) -> list[schemathesis.Case]:
    """The bounds of each field, values beyond them, wrong types, missing fields, other methods."""
    generator = CoverageGenerator(
        operation=operation,
        generation_modes=list(GenerationMode),
        generation_config=SCHEMA.config.generation_for(operation=operation, phase="coverage"),
        auth_storage=None,
        override=Override(),
        feedback=NO_FEEDBACK,
        hooks=None,
    )
    return list(generator)


def _random_of(operation: APIOperation, count: int) -> list[schemathesis.Case]:
    cases: list[schemathesis.Case] = []
    strategies = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]

    @seed(SEED)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(strategies))
    def collect(case: schemathesis.Case) -> None:
        cases.append(case)

    collect()
    # Operations without parameters have few distinct requests.
    return list(itertools.islice(itertools.cycle(cases), count))


_coverage = [(each, case) for each in OPERATIONS for case in _coverage_of(each)]
# Every operation has at least one random request under every credential.
_random_count = max(CASES - len(_coverage), len(OPERATIONS) * len(CREDENTIALS))
_coverage_count = CASES - _random_count
_chosen = [_coverage[n * len(_coverage) // _coverage_count] for n in range(_coverage_count)]


def cases_of(operation: APIOperation) -> Iterator[tuple[str, schemathesis.Case]]:
    """Random requests take turns with all credentials, the others with the allowed ones."""
    choice = random.Random(f"{SEED} {operation.label}")
    place = OPERATIONS.index(operation)
    share, rest = divmod(_random_count, len(OPERATIONS))
    everybody = itertools.cycle(CREDENTIALS)
    for case in _random_of(operation, share + (place < rest)):
        _name_what_is_there(case, choice)
        yield next(everybody), _harmless(case, choice)
    allowed = itertools.cycle(ALLOWED[operation_id(operation)])
    for _, case in (each for each in _chosen if each[0] is operation):
        if choice.random() < 0.5 and case.path_parameters:
            case.path_parameters = _known(operation, "path") or case.path_parameters
        yield next(allowed), _harmless(case, choice)


def _known(operation: APIOperation, part: str) -> dict[str, object]:
    known = SAMPLES.get(operation_id(operation), {}).get(part, {})
    return {name.removesuffix("+"): value for name, value in known.items()}


def _name_what_is_there(case: schemathesis.Case, choice: random.Random) -> None:
    """Mostly uses IDs of existing resources: requests with random ones are refused early."""
    if choice.random() < 0.3:
        return
    if case.path_parameters:
        case.path_parameters = {**case.path_parameters, **_known(case.operation, "path")}
    for name, value in _known(case.operation, "query").items():
        if isinstance(case.query, dict) and choice.random() < 0.5:
            case.query = {**case.query, name: value}
    for name, value in _known(case.operation, "body").items():
        if isinstance(case.body, dict) and choice.random() < 0.5:
            case.body = {**case.body, name: value}


_ORIGIN = re.compile(r"^\s*(https?):[/\\]*[^/\\?#]*", re.IGNORECASE)


def _harmless(case: schemathesis.Case, choice: random.Random) -> schemathesis.Case:
    """Keeps the service from calling other machines and limits the wait for a result to 1 s."""
    if isinstance(case.query, dict) and re.fullmatch(r"\d{1,2}", str(case.query.get("wait"))):
        case.query = {**case.query, "wait": min(int(case.query["wait"]), 1)}
    if isinstance(case.body, (dict, list, str)):
        case.body = _loopback(case.body)
    # Without it, MCP reads no message.
    if choice.random() < 0.8:
        case.headers["Accept"] = "application/json, text/event-stream"
    return case


def _loopback(value: object) -> object:
    if isinstance(value, str):
        return _ORIGIN.sub(r"\1://127.0.0.1:9", value)
    if isinstance(value, list):
        return [_loopback(each) for each in value]
    if isinstance(value, dict):
        return {name: _loopback(each) for name, each in value.items()}
    return value
