"""What confinement costs: to a spare when it is made, and to a Run.

    python -m benchmarks.sandbox [ROUNDS]

A worker is forked and confined as the host does it, and as often with the layers left out. The
cost to a Run is that of its system calls: reading and writing many small files.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import interleave, publish, table
from tutor.runner import sandbox
from tutor.runner.sandbox import Plan

KERNEL = ("_no_new_privileges", "_files", "_capabilities", "_system_calls")
CALLS = 20_000


def child(without: Sequence[str], folder: Path) -> tuple[float, float, float]:
    """Seconds to confine a forked child, for its cheap system calls, and for its files."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            sandbox.STEPS = tuple(s for s in sandbox.STEPS if s.__name__ not in without)
            os.dup2(theirs, 240)
            plan = Plan(host=os.getppid(), scratch=folder, keep=range(240, 241), write=(folder,))
            began = time.perf_counter()
            sandbox.apply(plan)
            confined = time.perf_counter()
            for _ in range(CALLS):
                os.getppid()
            called = time.perf_counter()
            for n in range(200):
                path = Path(str(n % 10))
                path.write_bytes(b"x")
                path.read_bytes()
            files = time.perf_counter()
            text = f"{confined - began} {called - confined} {files - called}"
            os.write(240, text.encode())
        finally:
            os._exit(0)
    os.close(theirs)
    said = os.read(ours, 4096).decode()
    os.close(ours)
    os.waitpid(pid, 0)
    first, second, third = map(float, said.split())
    return first, second, third


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    began = time.perf_counter()
    sandbox.prepare()
    once = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = interleave(
            {
                "confined": lambda: child((), folder),
                "without the kernel's layers": lambda: child(KERNEL, folder),
                **{
                    f"without {step.strip('_').replace('_', ' ')}": (
                        lambda step=step: child((step,), folder)
                    )
                    for step in ("_files", "_system_calls")
                },
            },
            rounds,
        )
    rows = [
        (
            name,
            f"{spare * 1e3:.1f} ms",
            f"{calls / CALLS * 1e6:.2f} us",
            f"{files / 200 * 1e6:.0f} us",
        )
        for name, (spare, calls, files) in found.items()
    ]
    levels = statistics.median([found["confined"][0] - found["without the kernel's layers"][0]])
    publish(
        "sandbox",
        table(("", "to make a spare", "a system call", "write and read a small file"), rows)
        + f"\n\nThe kernel's layers add {levels * 1e3:.1f} ms to a spare; "
        f"the host prepares them once, in {once * 1e3:.0f} ms.",
    )


if __name__ == "__main__":
    main()
