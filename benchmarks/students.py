"""A class on this machine: students who run a small training step now and then, each with a host.

    python -m benchmarks.students [STUDENTS] [SECONDS]

Every student has folders and a host of their own, as one with an account has, has run the step
once before, and runs it again every 20 s on average, at random. Measured are the time from Run to
the first output, and the memory (PSS, in which a page that n processes share counts as 1/n each)
of host and workers. All share the slots of the machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.report import milliseconds, publish, table
from benchmarks.runs import SNIPPETS
from tutor.course.preamble import HIDDEN, whole
from tutor.events import Done, Output, Queued, RunRequest
from tutor.runner import machine, procfs
from tutor.runner.client import Runner
from tutor.settings import Settings

EVERY = 20.0
"""Mean seconds between two Runs of a student."""


@dataclass
class Findings:
    first: list[float] = field(default_factory=list)
    """Seconds from Run to the first output, of Runs that went well."""
    ends: Counter[str] = field(default_factory=Counter)
    waited: int = 0
    """Runs that were told a place in the queue."""
    most_before: int = 0
    memory: list[float] = field(default_factory=list)
    """MiB of all hosts and workers together, at several moments."""


async def one(runner: Runner, name: str, findings: Findings | None) -> None:
    """A Run of the step; without `findings` it counts for nothing."""
    began = time.perf_counter()
    request = RunRequest(id=name, code=whole(SNIPPETS["jit step"]), hidden_lines=HIDDEN)
    first, before = 0.0, 0
    async for event in runner.run(request):
        if isinstance(event, Queued):
            before = max(before, event.place)
        elif isinstance(event, Output) and not first:
            first = time.perf_counter() - began
        elif isinstance(event, Done) and findings is not None:
            findings.ends[event.status if first else "no output"] += 1
            findings.waited += bool(before)
            findings.most_before = max(findings.most_before, before)
            if event.status == "ok" and first:
                findings.first.append(first)


async def student(runner: Runner, number: int, until: float, findings: Findings) -> None:
    chance = random.Random(number)
    due = time.monotonic() + chance.uniform(0, EVERY)
    while due < until:
        await asyncio.sleep(due - time.monotonic())
        await one(runner, f"{number}-{due}", findings)
        due = time.monotonic() + chance.expovariate(1 / EVERY)


def memory(runners: list[Runner]) -> int:
    pids = [runner.pid for runner in runners if runner.pid is not None]
    return sum(procfs.proportional(procfs.tree(pid)) for pid in pids)


async def weigh(runners: list[Runner], findings: Findings) -> None:
    while True:
        findings.memory.append(await asyncio.to_thread(memory, runners) / 2**20)
        await asyncio.sleep(EVERY)


async def lesson(count: int, seconds: float, home: Path) -> Findings:
    findings = Findings()
    runners: list[Runner] = []
    try:
        for number in range(count):
            # A host is told its folders when it starts.
            os.environ["JAX_TUTOR_HOME"] = str(home / str(number))
            runners.append(Runner(Settings()))
            await runners[-1].start()
            await one(runners[-1], "first", None)
        until = time.monotonic() + seconds
        scale = asyncio.create_task(weigh(runners, findings))
        await asyncio.gather(
            *(student(runner, n, until, findings) for n, runner in enumerate(runners))
        )
        scale.cancel()
    finally:
        await asyncio.gather(*(runner.close() for runner in runners))
    return findings


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 300.0
    with tempfile.TemporaryDirectory() as name:
        os.environ["JAX_TUTOR_SLOTS_DIR"] = f"{name}/slots"
        Path(name, "slots").mkdir()
        found = asyncio.run(lesson(count, seconds, Path(name)))
    times = sorted(found.first)
    failures = {end: n for end, n in found.ends.items() if end != "ok"}
    rows = [
        ("Run to first output, median", milliseconds(statistics.median(times))),
        ("Run to first output, 95 of 100", milliseconds(times[int(len(times) * 0.95)])),
        ("Run to first output, slowest", milliseconds(times[-1])),
        ("memory of a student's host and workers", f"{max(found.memory) / count:.0f} MiB"),
        ("Runs", str(sum(found.ends.values()))),
        ("failures", ", ".join(f"{n} {end}" for end, n in failures.items()) or "none"),
        ("waited and saw their place", f"{found.waited} (at most {found.most_before} before one)"),
    ]
    publish(
        "students",
        table((f"{count} students", ""), rows)
        + f"\n\nA jit step by each every {EVERY:.0f} s on average, for {seconds:.0f} s, with "
        f"{machine.default_slots()} slots; the most memory (PSS) of samples {EVERY:.0f} s apart.",
    )


if __name__ == "__main__":
    main()
