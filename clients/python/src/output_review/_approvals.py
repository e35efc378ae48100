"""Requests an approval, and returns the arguments to call an approved function with."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from . import _calls
from ._calls import Call, Retries
from .api import (
    AlreadyDecidedError,
    ForbiddenError,
    IdConflictError,
    NotFoundError,
    OutputStatus,
    Submission,
)
from .errors import (
    CorrectionError,
    DeletedError,
    ExpiredError,
    NotApprovedError,
    OutputReviewError,
    RedoError,
    RejectedError,
    UnansweredError,
    WithdrawnError,
)

SUMMARY_LENGTH_MAX = 2000
#: How long a withdrawal after a timeout may take if the service does not answer.
WITHDRAW_SECONDS_MAX = 5.0
#: The value of `decidedBy` if a deadline decided.
DEADLINE = "deadline"
RESERVED_FIELDS = ("id", "output", "outputAttachments", "action", "requireApproval", "sync")


@dataclass(frozen=True)
class Approval:
    """A function that needs an approval, and the options of its decorator."""

    signature: inspect.Signature
    submission: Submission
    timeout: float | None
    name: str
    summary: str
    hide: frozenset[str]
    id: Callable[..., str] | None

    def ask(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any], retries: Retries
    ) -> Call[inspect.BoundArguments]:
        """Waits for the approval and returns the arguments to call the function with."""
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        params = self._to_json(bound)
        summary = self.summary.format(**params)[:SUMMARY_LENGTH_MAX]
        submission: Submission = {
            **self.submission,
            "action": {"name": self.name, "summary": summary, "params": params},
            "requireApproval": True,
        }
        if self.id is not None:
            submission["id"] = self.id(*bound.args, **bound.kwargs)
        output_id = yield from _ask_for(submission, retries)
        try:
            corrected = yield from _await_approval(output_id, params, self.timeout, retries)
        except NotFoundError as error:
            raise DeletedError("It was deleted.", id=output_id) from error
        if not _same(self._to_json(bound), params):
            message = "The parameters have changed since the approval was requested."
            raise NotApprovedError(message, id=output_id)
        changed = {
            name: value
            for name, value in corrected.items()
            # An added parameter may be null.
            if name not in params or not _same(value, params[name])
        }
        removed = params.keys() - corrected.keys()
        self._replace(bound, changed, removed=removed, id=output_id)
        return bound

    def _to_json(self, bound: inspect.BoundArguments) -> dict[str, Any]:
        """The arguments by name, as the reviewer sees them."""
        named: dict[str, Any] = {}
        for name, value in bound.arguments.items():
            is_rest = self.signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD
            named.update(value if is_rest else {name: value})
        shown = {name: value for name, value in named.items() if name not in self.hide}
        try:
            return cast(dict[str, Any], json.loads(_calls.to_json(shown)))
        except TypeError as error:
            message = f"{self.name}: {error}; `hide` names parameters that are not to be sent"
            raise TypeError(message) from error

    def _replace(
        self,
        bound: inspect.BoundArguments,
        changed: Mapping[str, Any],
        removed: Collection[str],
        id: str,
    ) -> None:
        parameters = self.signature.parameters
        kinds = {parameter.kind: name for name, parameter in parameters.items()}
        rest = kinds.get(inspect.Parameter.VAR_KEYWORD)
        for name in [*changed, *removed]:
            if name in self.hide or (rest is None and name not in parameters) or name == rest:
                raise CorrectionError(f"{self.name} takes no parameter {name}.", id=id)
        for name, value in changed.items():
            if name in parameters:
                bound.arguments[name] = value
            elif rest is not None:
                bound.arguments[rest] = {**bound.arguments[rest], name: value}
        for name in removed:
            if name not in parameters and rest is not None:
                kept = {**bound.arguments[rest]}
                del kept[name]
                bound.arguments[rest] = kept
            elif parameters[name].default is inspect.Parameter.empty:
                raise CorrectionError(f"{self.name} needs the parameter {name}.", id=id)
            else:
                bound.arguments[name] = parameters[name].default


def describe(
    function: Callable[..., Any],
    submission: Submission,
    *,
    timeout: float | None,
    name: str | None,
    summary: str | None,
    hide: Collection[str],
    id: Callable[..., str] | None,
) -> Approval:
    given = [key for key in RESERVED_FIELDS if key in submission]
    if given:
        raise ValueError(f"requires_approval fills in {', '.join(given)} itself")
    _calls.check_timeout(timeout)
    signature = inspect.signature(function)
    nameless = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)
    if any(parameter.kind in nameless for parameter in signature.parameters.values()):
        raise TypeError("requires_approval needs parameters that can be given by name")
    own_name = name or function.__name__
    first_line = (inspect.getdoc(function) or own_name).partition("\n")[0]
    return Approval(
        signature=signature,
        submission=submission,
        timeout=timeout,
        name=own_name,
        summary=summary or first_line.replace("{", "{{").replace("}", "}}"),
        hide=frozenset(hide),
        id=id,
    )


def _ask_for(submission: Submission, retries: Retries) -> Call[str]:
    """Submits and returns the ID; raises if an earlier output with it was deleted."""
    try:
        return (yield from _calls.submit(submission, None, retries))["id"]
    except IdConflictError as error:
        # For a conflict with another output, the service names the field.
        if "id" in error.fields or "id" not in submission:
            raise
        raise DeletedError("It was deleted.", id=submission["id"]) from error


def _await_approval(
    id: str, params: dict[str, Any], timeout: float | None, retries: Retries
) -> Call[dict[str, Any]]:
    """Returns the approved parameters; raises if they are not approved."""
    try:
        status = yield from _calls.wait_for_decision(id, timeout, retries)
    except UnansweredError as unanswered:
        status = yield from _withdraw_unanswered(id, unanswered, retries)
    corrected = read_decision(status)
    if corrected is None:
        return params
    try:
        output = yield from _calls.get_output(id, retries)
    except ForbiddenError as error:
        message = "It was approved with changes, and the token needs the scope read to take them."
        raise CorrectionError(message, id=id) from error
    try:
        merged = apply_correction(params, stored=_proposed_params(output), corrected=corrected)
    except ValueError as error:
        raise CorrectionError(f"The correction does not fit: {error}", id=id) from error
    return cast("dict[str, Any]", merged)


def _withdraw_unanswered(
    id: str, unanswered: UnansweredError, retries: Retries
) -> Call[OutputStatus]:
    """Withdraws the output. A decision made at the same moment still counts."""
    try:
        once = Retries(max=0)
        yield from _calls.withdraw(id, "Nobody decided in time.", once, limit=WITHDRAW_SECONDS_MAX)
    except AlreadyDecidedError:
        return (yield from _calls.get_status(id, retries))
    except NotFoundError:
        raise
    except OutputReviewError:
        pass  # It stays in the queue. Raise the timeout instead of this error.
    raise unanswered


def read_decision(status: OutputStatus) -> dict[str, Any] | None:
    """The corrected parameters; None if approved unchanged. Raises in all other cases."""
    decision = status["humanDecision"]
    details: _Details = {"id": status["id"], "comment": status["comment"]}
    if not status["settled"] or decision is None:
        raise NotApprovedError("Nobody approved it.", **details)
    if decision == "approved":
        return None
    if decision == "changed":
        correction = cast("Mapping[str, Any] | None", status["correctedAction"])
        if correction is None:
            raise RedoError("A person wants it done differently.", **details)
        return cast("dict[str, Any]", correction["params"])
    if decision == "handled":
        raise WithdrawnError("It was withdrawn or handled otherwise.", **details)
    if decision == "rejected" and status["decidedBy"] == DEADLINE:
        raise ExpiredError("Its deadline has passed.", **details)
    if decision == "rejected":
        raise RejectedError("It was rejected.", **details)
    raise NotApprovedError(f"It was decided as {decision}.", **details)


class _Details(TypedDict):
    id: str
    comment: str | None


def _proposed_params(output: Mapping[str, Any]) -> dict[str, Any]:
    action = output.get("aiAction") or output["action"] or {}
    return cast("dict[str, Any]", action.get("params") or {})


def apply_correction(own: Any, *, stored: Any, corrected: Any) -> Any:
    """Applies a person's changes to the caller's own parameters.

    The stored version may differ from the sent one: the service rounds numbers of more than 15
    digits. Values that equal the stored version keep the caller's value.

    A text that was stored differently than it was sent would be a mask, such as `[email]`. The
    service stores no masks, but if it did, a mask must not be treated as a value.

    Raises:
        ValueError: A mask was moved and its value cannot be determined.
    """
    return _merge(own, stored, corrected, frozenset(_masks(own, stored)))


def _merge(own: Any, stored: Any, corrected: Any, masks: frozenset[str]) -> Any:
    if _same(stored, corrected):
        return own
    if isinstance(own, dict) and isinstance(stored, dict) and isinstance(corrected, dict):
        return _merge_objects(own, stored, corrected, masks)
    lists = [value for value in (own, stored, corrected) if isinstance(value, list)]
    if len(lists) == 3 and len(own) == len(stored):
        return _merge_lists(own, stored, corrected, masks)
    return _unmasked(corrected, masks)


def _merge_objects(
    own: dict[str, Any], stored: dict[str, Any], corrected: dict[str, Any], masks: frozenset[str]
) -> dict[str, Any]:
    # A masked key has its real name only in `own`: it can stay, but cannot be changed or removed.
    masked = stored.keys() - own.keys()
    _refuse(key for key in masked if not _same(stored[key], corrected.get(key, ...)))
    _refuse(masks.intersection(corrected.keys() - stored.keys()))
    merged = {key: value for key, value in own.items() if key not in stored}
    for key, value in corrected.items():
        if key in stored and key not in masked:
            merged[key] = _merge(own[key], stored[key], value, masks)
        elif key not in masked:
            merged[key] = _unmasked(value, masks)
    return merged


def _merge_lists(
    own: list[Any], stored: list[Any], corrected: list[Any], masks: frozenset[str]
) -> list[Any]:
    """Unchanged elements may have another index, because elements were added or removed."""
    is_even = len(stored) == len(corrected)
    places = _places_of(corrected, stored)
    taken = set(places)
    merged: list[Any] = []
    for at, (value, place) in enumerate(zip(corrected, places, strict=True)):
        if place is not None:
            merged.append(own[place])
        elif is_even and at not in taken:
            merged.append(_merge(own[at], stored[at], value, masks))
        else:
            merged.append(_unmasked(value, masks))
    return merged


def _places_of(corrected: list[Any], stored: list[Any]) -> list[int | None]:
    """The previous index of each corrected element; None if it cannot be determined."""
    keys = [_key(value) for value in corrected]
    before: dict[Any, list[int]] = {}
    for at, value in enumerate(stored):
        before.setdefault(_key(value), []).append(at)
    after, seen = Counter(keys), Counter[Any]()
    places: list[int | None] = []
    for key in keys:
        previous = before.get(key, [])
        # Among several equal elements, the removed one cannot be identified.
        places.append(previous[seen[key]] if len(previous) == after[key] else None)
        seen[key] += 1
    return places


def _key(value: Any) -> Any:
    """Returns the same key for equal values; see `_same`."""
    if isinstance(value, dict):
        return frozenset((name, _key(each)) for name, each in value.items())
    if isinstance(value, list):
        return tuple(map(_key, value))
    return (type(value) is bool, value)


def _unmasked(value: Any, masks: frozenset[str]) -> Any:
    _refuse(masks.intersection(_texts(value)))
    return value


def _refuse(masked: Iterable[str]) -> None:
    unknown = ", ".join(sorted(masked))
    if unknown:
        raise ValueError(f"{unknown} stands for an unknown value")


def _masks(own: Any, stored: Any) -> list[str]:
    """The masks: texts that stand for other values."""
    return list(set(_texts(stored)) - set(_texts(own)))


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in _texts(part)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []


def _same(one: Any, other: Any) -> bool:
    """Compares JSON values: true is not 1, and 1.0 is 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)
