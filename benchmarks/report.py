"""Medians of interleaved rounds, and the tables of docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"


def interleave(
    contestants: Mapping[str, Callable[[], Sequence[float]]], rounds: int
) -> dict[str, list[float]]:
    """Median of each figure of each contestant.

    A contestant is called once a round and returns its figures (seconds); the order turns by one
    each round, so that drift of the machine falls on all alike.
    """
    names = list(contestants)
    results: dict[str, list[Sequence[float]]] = {name: [] for name in names}
    for turn in range(rounds):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            results[name].append(contestants[name]())
    return {
        name: [statistics.median(column) for column in zip(*rows, strict=True)]
        for name, rows in results.items()
    }


def machine() -> str:
    """One line on what was measured where."""
    cores = os.cpu_count()
    versions = ", ".join(f"{name} {version(name)}" for name in ("jax", "textual", "jax-tutor"))
    python = f"Python {platform.python_version()}"
    return f"{platform.system()} {platform.machine()}, {cores} cores, {python}, {versions}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:,.0f} ms" if seconds >= 0.01 else f"{seconds * 1e3:.1f} ms"


def publish(section: str, body: str) -> None:
    """Print `body` and put it into docs/benchmarks.md between the markers of `section`."""
    body = f"{body}\n\nMeasured on {machine()}."
    print(body)
    begin, end = f"<!-- {section} -->", f"<!-- /{section} -->"
    page = PAGE.read_text(encoding="utf-8")
    if begin not in page:
        raise SystemExit(f"{PAGE} has no section {begin}")
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    PAGE.write_text(pattern.sub(lambda _: f"{begin}\n{body}\n{end}", page), encoding="utf-8")
