"""The browser of tests and benchmarks."""

from __future__ import annotations

import shutil
from pathlib import Path

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path() -> Path:
    return Path(shutil.which("chromium") or "/usr/bin/chromium")
