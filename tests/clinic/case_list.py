"""The programs that fail on purpose, and what the clinic must make of them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class ErrorCase:
    """A program, and what the clinic must make of it."""

    name: str
    source: str
    path: Path
    cause: str
    ends: str
    line: int = 0
    error: tuple[str, ...] = ()


def read_cases(folder: str) -> dict[str, ErrorCase]:
    manifest = tomllib.loads((HERE / folder / "manifest.toml").read_text("utf-8"))
    cases = {}
    for name, entry in manifest.items():
        path = HERE / folder / f"{name}.py"
        ends = entry.get("ends", "clean" if entry["cause"] == "none" else "raises")
        cases[f"{folder}/{name}"] = ErrorCase(
            name,
            path.read_text("utf-8"),
            path,
            entry["cause"],
            ends,
            entry.get("line", 0),
            tuple(entry.get("error", ())),
        )
    return cases


CASES = read_cases("cases") | read_cases("cases/more")
RUNNING = [name for name, case in CASES.items() if case.ends != "silent"]
