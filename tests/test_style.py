"""Types and style of the whole house."""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parent.parent


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=HOUSE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_house_is_typed_throughout() -> None:
    run("mypy")


def test_the_house_has_one_style() -> None:
    run("ruff", "check", ".")
