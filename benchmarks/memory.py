"""Memory of the app (PSS): reading, with a host, and while a Run is under way.

    python -m benchmarks.memory

PSS counts a page shared by n processes as 1/n for each: what a further student costs.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

import psutil

from benchmarks.report import publish, table
from benchmarks.terminal import Terminal


def pss(pid: int) -> tuple[float, float, int]:
    """MiB of the process, MiB of all its descendants, and how many those are."""
    process = psutil.Process(pid)
    children = process.children(recursive=True)
    total = 0.0
    for child in children:
        try:
            total += child.memory_full_info().pss
        except psutil.NoSuchProcess:
            continue
    return process.memory_full_info().pss / 2**20, total / 2**20, len(children)


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": home,
            "JAX_TUTOR_HOME": home,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }

        def row(label: str, terminal: Terminal) -> None:
            own, others, count = pss(terminal.pid)
            rows.append((label, f"{own:.0f} MiB", f"{others:.0f} MiB", str(count)))

        tutor = [sys.executable, "-m", "tutor"]
        terminal = Terminal(tutor, environment)
        terminal.wait_for("jax-tutor")
        terminal.settle()
        row("Home, reading", terminal)
        terminal.close()
        terminal = Terminal([*tutor, "open", "linreg/sgd-step"], environment)
        terminal.wait_for("def step")
        time.sleep(6)
        terminal.settle()
        row("a page with code, host and spare ready", terminal)
        terminal.close()

        lesson = Terminal([*tutor, "open", "linreg/three-rates"], environment)
        lesson.settle(3.0)
        lesson.type("\x12")
        lesson.settle(0.2)
        peak = (0.0, 0.0, 0)
        until = time.perf_counter() + 3
        while time.perf_counter() < until:
            lesson.pump(0.05)
            peak = max(peak, pss(lesson.pid), key=lambda figures: figures[0] + figures[1])
        rows.append(
            ("a Run under way (peak)", f"{peak[0]:.0f} MiB", f"{peak[1]:.0f} MiB", str(peak[2]))
        )
        lesson.close()
    publish("memory", table(("state", "app", "host and workers", "processes beside the app"), rows))


if __name__ == "__main__":
    main()
