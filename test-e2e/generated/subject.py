"""The service under test, as written by `subject.ts`."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import requests
import schemathesis

_subject = json.loads(Path(os.environ["GENERATED_SUBJECT"]).read_text())

URL: str = _subject["url"]
CASES: int = _subject["cases"]
SEED: int = _subject["seed"]
CREDENTIALS: dict[str, dict[str, str]] = _subject["credentials"]
ALLOWED: dict[str, list[str]] = _subject["allowed"]
SAMPLES: dict[str, dict[str, dict[str, object]]] = _subject["samples"]
OPENAPI: dict = requests.get(f"{URL}/api/openapi.json", timeout=30).json()

# Of the responses so far.
STATUSES: Counter[int] = Counter()

SCHEMA = schemathesis.openapi.from_dict(OPENAPI)
SCHEMA.config.update(base_url=URL)
# We add the credentials. Other tests cover wrong ones.
SCHEMA.config.generation.update(with_security_parameters=False)
