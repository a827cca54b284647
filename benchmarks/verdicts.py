"""From the key to the verdict of a small exercise whose programs are in the cache.

python -m benchmarks.verdicts [ROUNDS]
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time

from benchmarks.report import milliseconds, publish, table
from tutor.course.exercise import load_exercise
from tutor.course.preamble import HIDDEN, whole
from tutor.events import CheckRequest, Verdict
from tutor.paths import builtin_course_dir
from tutor.runner.client import Runner
from tutor.settings import load

EXERCISES = ("arrays/double-one", "grad/wrt-weights", "jit/power-static", "linreg/sgd-step")


async def judge(runner: Runner, target: str, round_: int) -> float:
    course = builtin_course_dir()
    lesson, step = target.split("/")
    exercise = load_exercise(course, lesson, step)
    request = CheckRequest(
        id=f"{target} {round_}",
        course=str(course),
        lesson=lesson,
        step=step,
        code=whole(exercise.solutions[0].code),
        seed=round_,
        hidden_lines=HIDDEN,
    )
    began = time.perf_counter()
    seconds = 0.0
    async for event in runner.check(request):
        if isinstance(event, Verdict):
            seconds = time.perf_counter() - began
            if event.result != "pass":
                raise RuntimeError(f"{target}: {event}")
    # As when a person reads the verdict: the next spare gets ready.
    await asyncio.sleep(1.5)
    return seconds


async def measure(rounds: int) -> str:
    with tempfile.TemporaryDirectory() as home:
        os.environ["JAX_TUTOR_HOME"] = home
        figures: dict[str, list[float]] = {target: [] for target in EXERCISES}
        async with Runner(load()) as runner:
            for target in EXERCISES:
                for round_ in range(rounds + 2):
                    seconds = await judge(runner, target, round_)
                    if round_ >= 2:  # the first fill the caches and the checking worker
                        figures[target].append(seconds)
    rows = [
        (target, milliseconds(statistics.median(times)), milliseconds(max(times)))
        for target, times in figures.items()
    ]
    return table(("exercise", "median", "slowest"), rows) + f"\n\n{rounds} checks each."


if __name__ == "__main__":
    publish("verdicts", asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 9)))
