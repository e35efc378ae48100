"""Tests and builds the client: `python3 dev.py test [pytest args…]`, `python3 dev.py build`.

The tools are installed into `.cache/venv`, with the versions of `requirements-dev.txt`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
REQUIREMENTS = HERE / "requirements-dev.txt"
VENV = HERE / ".cache" / "venv"
DIST = HERE.parent / "dist"
PYTHON_OLDEST = (3, 10)


def main(arguments: list[str]) -> int:
    if sys.version_info < PYTHON_OLDEST:
        print("Python 3.10 or newer is missing", file=sys.stderr)
        return 1
    if arguments[:1] == ["test"]:
        python = prepare()
        checks = [["ruff", "format", "--check", "."], ["ruff", "check", "."], ["mypy"]]
        for check in checks:
            run(python, *check)
        run(python, "pytest", *arguments[1:])
    elif arguments == ["build"]:
        build(prepare(), DIST)
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


def prepare() -> str:
    """The Python of the virtual environment, recreated when the requirements change."""
    python = VENV / "bin" / "python"
    made_of = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    stamp = VENV / "made-of"
    if not stamp.exists() or stamp.read_text() != made_of:
        shutil.rmtree(VENV, ignore_errors=True)
        venv.create(VENV, symlinks=True, with_pip=True)
        run(str(python), "pip", "install", "--quiet", "--requirement", str(REQUIREMENTS))
        stamp.write_text(made_of)
    return str(python)


def build(python: str, folder: Path) -> None:
    """Writes the wheel into a folder and deletes older ones."""
    for old in folder.glob("output_review-*.whl"):
        old.unlink()
    run(python, "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(HERE))


def run(python: str, module: str, *arguments: str) -> None:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([python, "-m", module, *arguments], cwd=HERE, env=environment, check=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        # The command has already printed the error.
        sys.exit(error.returncode)
