"""`jax-tutor verify`: proves a course and says what is not so."""

from __future__ import annotations

import asyncio
import contextlib
import json as jsonlib
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tutor.course.findings import Finding
from tutor.course.inspection import Survey, survey
from tutor.errors import UsageError
from tutor.locale import translator
from tutor.settings import Settings, limits
from tutor.verify.jobs import DRAWS
from tutor.verify.marks import mark_translated as write_marks
from tutor.verify.prove import Progress, locate, prove
from tutor.verify.prove import structure as structure_of

_ = translator("verify")


def verify(
    target: str | None,
    *,
    course_dir: Path,
    settings: Settings,
    json: bool = False,
    jobs: int | None = None,
    draws: int = DRAWS,
    structure: bool = False,
    mark_translated: bool = False,
) -> int:
    """Prints the findings about a course, a lesson or a step; 1 when there are any.

    `structure`: runs nothing. `mark_translated`: writes the hashes of what the translations of
    `target` render, and then looks at the structure. Raises UnknownId.
    """
    found = survey(course_dir)
    where = locate(found, target)
    if mark_translated:
        if not target:
            raise UsageError(
                _("Name the lesson or step whose translation you have read: LESSON[/STEP].")
            )
        _mark(found, *where)
        found, structure = survey(course_dir), True
    shown = _Shown(json)
    started = time.monotonic()
    count = 0
    if structure:
        for finding in structure_of(found, *where):
            shown.finding(finding)
    else:
        count = asyncio.run(_run(found, where, settings, jobs, draws, shown))
    shown.end(found, target, count, time.monotonic() - started)
    return 1 if shown.findings else 0


async def _run(
    found: Survey,
    where: tuple[str, str],
    settings: Settings,
    jobs: int | None,
    draws: int,
    shown: _Shown,
) -> int:
    """Proves with as many hosts as there are cores; how many runs it took."""
    from tutor.runner.client import Runner

    count = 0

    def progress(now: Progress) -> None:
        nonlocal count
        count = now.total
        shown.progress(now)

    async with contextlib.AsyncExitStack() as stack:
        # One step has few runs: a second host would start for little.
        number = jobs or (1 if where[1] else _cores())
        runners = [await stack.enter_async_context(Runner(settings)) for _n in range(number)]
        async for finding in prove(
            found, *where, runners, limits=limits(settings), draws=draws, progress=progress
        ):
            shown.finding(finding)
    return count


def _cores() -> int:
    """Cores that this process may use; macOS only says how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _mark(found: Survey, lesson: str, step: str) -> None:
    for view in found.views:
        if view.id == lesson:
            for place in write_marks(view, step):
                print(f"{_relative(place.path)}:{place.line}", file=sys.stderr)


class _Shown:
    """What is printed while a proof goes on."""

    def __init__(self, json: bool) -> None:
        self.json = json
        self.findings: list[Finding] = []
        self._line = sys.stderr.isatty() and not json

    def finding(self, finding: Finding) -> None:
        self.findings.append(finding)
        if not self.json:
            self._clear()
            print(_text(finding), flush=True)

    def progress(self, now: Progress) -> None:
        if self._line:
            self._clear()
            text = f"{now.done}/{now.total}  {now.step}  {now.label}"
            print(text[:78], end="", file=sys.stderr, flush=True)

    def end(self, found: Survey, target: str | None, runs: int, seconds: float) -> None:
        if self.json:
            print(_json(found, target, runs, self.findings))
            return
        self._clear()
        number = len(self.findings)
        text = _.plural("{count} finding", "{count} findings", number).format(count=number)
        if runs:
            text += _(", {runs} runs, {seconds} s").format(runs=runs, seconds=f"{seconds:.0f}")
        print(text, file=sys.stderr)

    def _clear(self) -> None:
        if self._line:
            print("\r\x1b[K", end="", file=sys.stderr)


def _text(finding: Finding) -> str:
    return str(Finding(_relative(finding.path), finding.line, finding.message, finding.advice))


def _json(found: Survey, target: str | None, runs: int, findings: Sequence[Finding]) -> str:
    return jsonlib.dumps(
        {
            "course": found.header.id if found.header else None,
            "target": target,
            "runs": runs,
            "findings": [
                {
                    "path": str(finding.path),
                    "line": finding.line,
                    "message": finding.message,
                    "advice": finding.advice,
                }
                for finding in findings
            ],
        },
        ensure_ascii=False,
        indent=2,
    )


def _relative(path: Path) -> Path:
    """`path` as somebody here would type it."""
    with contextlib.suppress(ValueError):
        return path.resolve().relative_to(Path.cwd())
    return path
