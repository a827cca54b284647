"""Proving a course or a part of it: first what can be read, then what must run."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor import events
from tutor.course.findings import Finding
from tutor.course.inspection import Survey, concerns, survey
from tutor.course.lookup import resolve
from tutor.verify.jobs import DRAWS, Bench, Job, jobs_of
from tutor.verify.runs import Runs


@dataclass(frozen=True)
class Progress:
    """How far a proof is."""

    done: int
    total: int
    step: str
    """lesson/step of the job that was finished last."""
    label: str


async def verify(
    course_dir: Path,
    target: str | None,
    runners: Runs | Sequence[Runs],
    *,
    limits: events.Limits | None = None,
    draws: int = DRAWS,
    progress: Callable[[Progress], None] | None = None,
) -> AsyncIterator[Finding]:
    """Findings about the course in `course_dir`, or `target` ("lesson" or "lesson/step") alone.

    Structure comes first; a step that cannot be read is not run. Jobs are shared among `runners`;
    what a clock decides runs at the end, alone. An answer is checked with `draws` draws of inputs.
    Raises UnknownId for a target that is not there.
    """
    found = survey(course_dir)
    pool = list(runners) if isinstance(runners, Sequence) else [runners]
    async for finding in prove(
        found, *locate(found, target), pool, limits=limits, draws=draws, progress=progress
    ):
        yield finding


async def prove(
    found: Survey,
    lesson: str,
    step: str,
    pool: Sequence[Runs],
    *,
    limits: events.Limits | None = None,
    draws: int = DRAWS,
    progress: Callable[[Progress], None] | None = None,
) -> AsyncIterator[Finding]:
    """The same for a course that has been looked through; `lesson` and `step` from `locate`."""
    for finding in structure(found, lesson, step):
        yield finding
    jobs = plan(found, lesson, step, limits or events.Limits(), draws)
    async for finding in _work(jobs, pool, progress or (lambda _progress: None)):
        yield finding


def locate(found: Survey, target: str | None) -> tuple[str, str]:
    """`target` as lesson and step; "" for all. Raises UnknownId."""
    if not target or found.header is None:
        return "", ""
    return resolve(_Ids(found), target)


def structure(found: Survey, lesson: str, step: str) -> list[Finding]:
    """What is wrong without running anything."""
    if not lesson or found.header is None:
        return list(found.findings)
    return [finding for finding in found.findings if concerns(finding, found.views, lesson, step)]


def plan(
    found: Survey, lesson: str, step: str, limits: events.Limits, draws: int = DRAWS
) -> list[Job]:
    """What has to run."""
    if found.header is None:
        return []
    bench = Bench(found.header.path.resolve(), found.header.data, limits, draws)
    return [
        job
        for view in found.views
        if lesson in ("", view.id)
        for step_id in view.step_ids()
        if step in ("", step_id)
        for job in jobs_of(view, step_id, bench)
    ]


async def _work(
    jobs: Sequence[Job], pool: Sequence[Runs], progress: Callable[[Progress], None]
) -> AsyncIterator[Finding]:
    results: asyncio.Queue[tuple[Job, list[Finding]] | None] = asyncio.Queue()
    together = _by_step([job for job in jobs if not job.alone])
    alone = [job for job in jobs if job.alone]

    async def worker(runs: Runs) -> None:
        for step in together:
            for job in step:
                results.put_nowait((job, await job.prove(runs)))

    async def everything() -> None:
        try:
            await _together([worker(runs) for runs in pool])
            for job in alone:
                results.put_nowait((job, await job.prove(pool[0])))
        finally:
            results.put_nowait(None)

    task = asyncio.create_task(everything())
    try:
        done = 0
        while (result := await results.get()) is not None:
            job, findings = result
            done += 1
            progress(Progress(done, len(jobs), job.step, job.label))
            for finding in findings:
                yield finding
        await task
    finally:
        task.cancel()


def _by_step(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Jobs of one step stay together: a host keeps what it has made ready to check a step."""
    return (list(group) for _step, group in itertools.groupby(jobs, lambda job: job.step))


async def _together(work: Sequence[Coroutine[None, None, None]]) -> None:
    """All of `work`; the first error ends the rest and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            for one in work:
                group.create_task(one)
    except BaseExceptionGroup as group_of_errors:
        raise group_of_errors.exceptions[0] from None


class _Ids:
    """A survey as something in which ids are looked up."""

    def __init__(self, found: Survey) -> None:
        self.lessons = [
            _Lesson(view.id, [_Step(name) for name in view.step_ids()]) for view in found.views
        ]
        self.aliases = found.header.aliases if found.header else {}


@dataclass(frozen=True)
class _Step:
    id: str


@dataclass(frozen=True)
class _Lesson:
    id: str
    steps: list[_Step]
