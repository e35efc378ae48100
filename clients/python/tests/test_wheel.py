"""The wheel that users install."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import dev

PROGRAM = """
import inspect
from pathlib import Path

import output_review
from output_review import AsyncOutputReview, OutputReview, verify_webhook

folder = Path(output_review.__file__).parent
assert folder.is_relative_to({folder!r}), folder
assert (folder / "py.typed").exists()
with OutputReview("https://review.example.com", "wh-test") as client:
    assert inspect.isgenerator(client.search())
print(output_review.__version__)
"""


def test_the_wheel_installs_alone(tmp_path: Path) -> None:
    dist, empty = tmp_path / "dist", tmp_path / "venv"
    dev.build(sys.executable, dist)
    (wheel,) = dist.iterdir()
    venv.create(empty, symlinks=True, with_pip=True)
    python = str(empty / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)

    program = PROGRAM.format(folder=str(empty))
    command = [python, "-I", "-c", program]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=tmp_path)

    assert wheel.name == f"output_review-{said.stdout.strip()}-py3-none-any.whl"
