"""Programs that raise nothing: wrong ones with the line of the notice, and correct ones."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tutor.events import Evidence

from .case_list import CASES, HERE

MARK = "# NOTICE"


@dataclass(frozen=True)
class SilentCase:
    cause: str
    name: str
    source: str

    @property
    def lines(self) -> list[int]:
        """Lines of which one is named by the notice."""
        return [n for n, text in enumerate(self.source.split("\n"), 1) if MARK in text]


def variants() -> list[SilentCase]:
    """Those of `silent/CAUSE.py`, where a cell is a program."""
    found = []
    for path in sorted((HERE / "silent").glob("*.py")):
        for part in re.split(r"^# %% ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            name, _, source = part.partition("\n")
            found.append(SilentCase(path.stem, name.strip(), source))
    return found


UNKNOWABLE = {"cases/grad-first-arg-is-data", "cases/vmap-wrong-axis-silent"}
"""What is wrong there only the learner's intent could tell."""

LINES = {
    "nnx-attr-leak": 6, "print-in-jit": 5, "counter-in-jit": 8, "np-random-in-jit": 6,
    "stale-global": 7, "stale-self-attribute": 10, "jit-in-loop": 11, "growing-shapes": 12,
    "python-loop-unrolled": 4, "timing-without-block": 6, "discarded-at-set": 4,
    "oob-read-clamped": 4, "oob-write-dropped": 3, "float64-ignored": 3, "numpy64-narrowed": 5,
    "int32-overflow": 4, "uint8-wraparound": 4, "mse-silent-broadcast": 5, "optax-labels-int": 5,
    "where-sqrt-nan": 4, "norm-at-zero-nan": 3, "softmax-overflow-nan": 4, "round-zero-grad": 4,
    "argmax-grad": 4, "key-reused-silent": 5, "key-reused-in-loop": 5, "optax-state-not-kept": 7,
    "optax-updates-not-applied": 8, "nnx-eval-forgotten": 6, "nnx-jax-jit-no-update": 6,
}  # fmt: skip
"""Of the silent cases: the line that the notice names."""

KNOWN = [name for name, case in CASES.items() if case.ends == "silent" and name not in UNKNOWABLE]
CORRECT = sorted((HERE / "correct").glob("*.py"))


def noticed(paths: Sequence[Path], hidden: int = 0) -> list[list[Evidence]]:
    """What is noticed of each program."""
    result = subprocess.run(
        [sys.executable, str(HERE / "run_silent.py"), "--hidden", str(hidden), *map(str, paths)],
        capture_output=True,
        text=True,
        check=True,
    )
    decoder = msgspec.json.Decoder(list[Evidence])
    found = [decoder.decode(line) for line in result.stdout.splitlines()]
    assert len(found) == len(paths)
    return found
