"""`jax-tutor warm`: fills the compilation cache, so that a whole course runs fast at once."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

from tutor import settings as options
from tutor.course import load, preamble
from tutor.course.model import Course, Step
from tutor.events import CheckRequest, Done, RunRequest
from tutor.locale import language, translator
from tutor.runner.client import Runner
from tutor.settings import Settings
from tutor.study.programs import programs

_ = translator("runner")


def warm(*, course_dir: Path, settings: Settings) -> int:
    """Run every snippet and check every solution of the course; 0 when all could be run.

    How they end does not matter here (some are meant to fail): what they compiled is kept.
    """
    course = load(course_dir, language())
    return asyncio.run(_warm(course, settings))


async def _warm(course: Course, settings: Settings) -> int:
    lost = total = 0
    async with Runner(settings) as runner:
        for step in (step for lesson in course.lessons for step in lesson.steps):
            count, seconds = 0, 0.0
            for request in requests(course, step, settings):
                events = (
                    runner.run(request)
                    if isinstance(request, RunRequest)
                    else runner.check(request)
                )
                async for event in events:
                    if isinstance(event, Done):
                        count += 1
                        seconds += event.compile_seconds
                        lost += event.status in ("crashed", "refused")
            total += count
            if count:
                text = _("{step}: {count} programs, {seconds:.1f} s compiling")
                print(text.format(step=step.full_id, count=count, seconds=seconds), flush=True)
    print(_("{count} programs are ready to run fast.").format(count=total - lost))
    return 1 if lost else 0


def requests(course: Course, step: Step, settings: Settings) -> Iterator[RunRequest | CheckRequest]:
    """What has to run so that every program of `step` is in the caches."""
    number = itertools.count()
    limits = options.limits(settings)
    for program in programs(step).values():
        if program.kind not in ("exercise", "parsons"):
            yield RunRequest(
                id=f"{step.full_id}#{next(number)}",
                code=preamble.whole(program.starter),
                hidden_lines=preamble.HIDDEN,
                silenced=("all",),
                limits=limits,
                devices=program.devices,
                read=(str(course.data),) if course.data is not None else (),
            )
    if step.exercise is not None:
        for solution in step.exercise.solutions:
            yield CheckRequest(
                id=f"{step.full_id}#{next(number)}",
                course=str(course.path),
                lesson=step.lesson,
                step=step.id,
                code=preamble.whole(solution.code),
                hidden_lines=preamble.HIDDEN,
                seed=0,
                limits=limits,
                devices=step.exercise.devices,
            )
