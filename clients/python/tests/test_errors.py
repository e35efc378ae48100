"""The exceptions survive pickling and copying."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from output_review import ApiError, NotApprovedError, OutputReviewError, errors
from output_review.api import ERRORS_BY_CODE

KINDS = {
    kind
    for kind in [*vars(errors).values(), *ERRORS_BY_CODE.values()]
    if isinstance(kind, type) and issubclass(kind, OutputReviewError)
}


def make(kind: type[OutputReviewError]) -> OutputReviewError:
    if issubclass(kind, ApiError):
        more: dict[str, Any] = {"code": "CODE", "fields": {"id": "Taken."}, "request_id": "r-1"}
        return kind("No.", status=409, retry_after=1.5, **more)
    if issubclass(kind, NotApprovedError):
        return kind("No.", id="o-1", comment="Too much.")
    return kind("No.")


@pytest.mark.parametrize("kind", sorted(KINDS, key=str), ids=lambda kind: kind.__name__)
def test_an_error_survives_pickling_and_copying(
    kind: type[OutputReviewError],
) -> None:
    error = make(kind)

    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is kind
        assert str(other) == str(error)
        assert other.args == error.args
        assert vars(other) == vars(error)
