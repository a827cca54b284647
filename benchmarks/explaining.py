"""What an explanation adds to a Run that fails.

    python -m benchmarks.explaining [ROUNDS]

Each failing program of tests/clinic/cases runs in a fork. Timed are the worker's part, from the
exception to the evidence as bytes, and the front end's part, from these bytes to the words, for an
error that it explains for the first time and for the same one again.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.update(JAX_TRACEBACK_FILTERING="off", JAX_PLATFORMS="cpu")
warnings.simplefilter("ignore")

import jax  # noqa: E402, F401
import msgspec  # noqa: E402
import optax  # noqa: E402, F401

from benchmarks.report import milliseconds, publish, table  # noqa: E402
from tutor.clinic import match  # noqa: E402
from tutor.clinic.evidence import of_exception  # noqa: E402
from tutor.events import Evidence  # noqa: E402

CASES = Path(__file__).resolve().parents[1] / "tests" / "clinic" / "cases"
PARTS = ("the worker's evidence", "words, first time", "words, again")


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = act()
    return time.perf_counter() - began, result


def measure_case(source: str) -> list[float] | None:
    """Seconds of each of `PARTS`, or None when the program does not fail."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    try:
        exec(compile(source, "snippet.py", "exec", dont_inherit=True), module.__dict__)
    except BaseException as raised:
        error = raised
    else:
        return None
    gathering, data = timed(
        lambda: msgspec.json.encode(of_exception(error, "snippet.py", 0, source))
    )

    def explain() -> object:
        return match.explain(msgspec.json.decode(data, type=Evidence), source, "en")

    return [gathering, timed(explain)[0], timed(explain)[0]]


def in_a_fork(source: str) -> list[float] | None:
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiver)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        with os.fdopen(sender, "wb") as pipe:
            pipe.write(msgspec.json.encode(measure_case(source)))
        os._exit(0)
    os.close(sender)
    with os.fdopen(receiver, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return msgspec.json.decode(data, type=list[float] | None) if data else None


def measure(rounds: int) -> str:
    # As the front ends do while the program runs.
    loading, _nothing = timed(match.prepare)
    figures: list[list[float]] = [[] for _ in PARTS]
    count = 0
    for path in sorted(CASES.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        found = [case for _ in range(rounds) if (case := in_a_fork(source)) is not None]
        if found:
            count += 1
            for part, seconds in zip(figures, zip(*found, strict=True), strict=True):
                part.append(statistics.median(seconds))
    rows = [
        (
            name,
            milliseconds(statistics.median(part)),
            milliseconds(statistics.quantiles(part, n=20)[-1]),
            milliseconds(max(part)),
        )
        for name, part in zip(PARTS, figures, strict=True)
    ]
    head = ("part", "median", "95th percentile", "longest")
    return table(head, rows) + (
        f"\n\n{count} programs that fail, medians of {rounds} rounds each. The rules are loaded "
        f"while the program runs, in {milliseconds(loading)}."
    )


if __name__ == "__main__":
    publish("explaining", measure(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
