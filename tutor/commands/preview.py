"""`jax-tutor preview`: a lesson, again on every save."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tutor.commands.show import columns, text
from tutor.course.inspection import concerns, survey
from tutor.errors import TutorError
from tutor.locale import language, translator
from tutor.settings import Settings
from tutor.verify.prove import locate

_ = translator("course")

INTERVAL = 0.3
"""Seconds between two looks at the files."""

Stamp = tuple[tuple[str, int, int], ...]


def preview(lesson: str, *, course_dir: Path, settings: Settings) -> int:
    """Shows `lesson` ("lesson" or "lesson/step") and what is wrong in it, again on every save.

    Ends at an interrupt. Raises UnknownId.
    """
    locate(survey(course_dir), lesson)
    try:
        for _stamp in changes(course_dir):
            if sys.stdout.isatty():
                print("\x1b[H\x1b[2J\x1b[3J", end="")
            print("\n".join(look(lesson, course_dir, language(), columns())), flush=True)
    except KeyboardInterrupt:
        print()
    return 0


def look(target: str, course_dir: Path, lang: str, cells: int) -> list[str]:
    """The page or lesson as text, then its findings."""
    try:
        lines = text(target, course_dir, lang, cells)
    except TutorError as error:
        # Half a sentence is the usual state of a file that is being written.
        lines = [str(error)]
    found = survey(course_dir)
    try:
        lesson, step = locate(found, target)
    except TutorError:
        lesson, step = target.partition("/")[0], ""
    problems = [
        finding for finding in found.findings if concerns(finding, found.views, lesson, step)
    ]
    if found.header is None:
        problems = list(found.findings)
    lines += ["", "-" * cells]
    lines += [str(finding) for finding in problems] or [_("Nothing is wrong here.")]
    return lines


def changes(folder: Path) -> Iterator[Stamp]:
    """Yields at once, and again whenever a file in `folder` is saved, made or removed."""
    known = None
    while True:
        now = stamp(folder)
        if now != known:
            known = now
            yield now
        time.sleep(INTERVAL)


def stamp(folder: Path) -> Stamp:
    """What tells two states of the texts in `folder` apart."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".md", ".py", ".toml"):
            try:
                status = path.stat()
            except OSError:
                # Editors replace files: this one is gone between two calls.
                continue
            found.append((str(path), status.st_mtime_ns, status.st_size))
    return tuple(found)
