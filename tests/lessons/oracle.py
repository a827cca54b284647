"""Whether an answer behaves differently from the solution that it was made from.

Knows nothing of checks. Both programs run side by side in a process of their own, are called by
hand-made plans (`tests.lessons.plans`) with the same 200 inputs, and what comes back is compared.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds for one answer. A busy machine is slow; what takes longer does not end."""

Kind = Literal["different", "equivalent", "broken"]


@dataclass(frozen=True)
class Opinion:
    kind: Kind
    """broken: does not run to its end."""
    reason: str


class PlanBroken(Exception):
    """The plan does not fit the solution itself."""


def opinions(step: str, pairs: Sequence[tuple[str, str]], devices: int = 1) -> list[Opinion]:
    """One for each pair of a solution and an answer. Raises PlanBroken."""
    found: list[Opinion] = []
    while len(found) < len(pairs):
        found += _batch(step, pairs[len(found) :], devices)
    return found


def _batch(step: str, pairs: Sequence[tuple[str, str]], devices: int) -> list[Opinion]:
    """As many as one process manages: at least one, since what hangs or crashes is an opinion."""
    environment = {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        # Many small programs, each run a few times: compiling is what takes the time.
        "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}"
        " --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true",
        "PYTHONPATH": str(ROOT),
    }
    with tempfile.TemporaryDirectory() as scratch:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.lessons.oracle_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=scratch,
            env=environment,
        )
        try:
            assert process.stdin is not None
            order = {"step": step, "pairs": list(pairs)}
            process.stdin.write(json.dumps(order))
            process.stdin.close()
            return list(_read(process))
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def _read(process: subprocess.Popen[str]) -> Iterator[Opinion]:
    lines: queue.Queue[str] = queue.Queue()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    threading.Thread(target=listen, daemon=True).start()
    begun = False
    while True:
        try:
            line = lines.get(timeout=PATIENCE if begun else 3 * PATIENCE)
        except queue.Empty:
            if not begun:
                raise PlanBroken("the solution does not end") from None
            yield Opinion("broken", "does not end")
            return
        if not line:
            if not begun:
                raise PlanBroken("the process ended with the solution")
            yield Opinion("broken", "ended the process")
            return
        message = json.loads(line)
        if "plan" in message:
            raise PlanBroken(message["plan"])
        if "end" in message:
            return
        if "begun" in message:
            begun = True
            continue
        yield Opinion(message["kind"], message["reason"])
