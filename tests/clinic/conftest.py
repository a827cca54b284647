"""Evidence of all cases, gathered once by running them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tutor import locale
from tutor.events import Evidence

from .case_list import CASES, HERE, RUNNING

Run = Callable[[list[Path]], list[Evidence | None]]


def run_programs(paths: list[Path]) -> list[Evidence | None]:
    """Evidence of each program; None for one that ends well."""
    result = subprocess.run(
        [sys.executable, str(HERE / "run_cases.py"), *map(str, paths)],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = result.stdout.splitlines()
    assert len(lines) == len(paths)
    decoder = msgspec.json.Decoder(Evidence | None)
    return [decoder.decode(line) for line in lines]


@pytest.fixture(autouse=True)
def _english() -> None:
    locale.set_language("en")


@pytest.fixture(scope="session")
def run() -> Run:
    """Runs programs one after another."""
    return run_programs


@pytest.fixture(scope="session")
def evidence() -> dict[str, Evidence | None]:
    """Evidence of every case that raises or is clean."""
    found = run_programs([CASES[name].path for name in RUNNING])
    return dict(zip(RUNNING, found, strict=True))
