"""Titles and step ids of a lesson, read quickly: what a course map needs.

Looks at single lines only. What it finds is what the parser finds in a lesson without findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tutor.course.frontmatter import extent, parse
from tutor.course.model import StepKind
from tutor.course.sources import is_id

_DEMANDING: tuple[tuple[str, StepKind], ...] = (
    ("exercise", "exercise"),
    ("fix", "fix"),
    ("parsons", "parsons"),
    ("timing", "timing"),
    ("predict", "predict"),
    ("quiz", "quiz"),
    ("compare", "compare"),
    ("run", "run"),
)


def kind_of(directives: Iterable[str]) -> StepKind:
    """The kind of a step with these directives: that of its most demanding one."""
    names = set(directives)
    return next((kind for name, kind in _DEMANDING if name in names), "read")


@dataclass(frozen=True)
class StepOutline:
    id: str
    lesson: str
    title: str
    kind: StepKind

    @property
    def full_id(self) -> str:
        return f"{self.lesson}/{self.id}"


@dataclass(frozen=True)
class LessonOutline:
    id: str
    number: int
    """Position in the course, from 1."""
    title: str
    minutes: int
    after: tuple[str, ...]
    steps: tuple[StepOutline, ...]


_TARGET = re.compile(r"\(([^()]+)\)=[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,}|:{3,})[ \t]*(?:\{([^{}]*)\})?.*")


def outline_lesson(text: str, path: Path, lesson: str, number: int) -> LessonOutline:
    """The outline of the lesson in `text`. Raises CourseError for its front matter only."""
    lines = text.split("\n")
    front = parse(lines, path)
    steps: list[StepOutline] = []
    names: list[str] = []
    step = title = target = fence = ""
    for line in [*lines[extent(lines) :], "## "]:
        mark = _FENCE.fullmatch(line)
        if fence:
            if mark and line.strip().startswith(fence) and set(line.strip()) == {fence[0]}:
                fence = ""
            if line != "## ":
                continue
        if mark:
            fence = mark.group(1)
            if mark.group(2):
                names.append(mark.group(2).strip())
        elif line.startswith("## "):
            if step:
                steps.append(StepOutline(step, lesson, title, kind_of(names)))
            step, title, names = target, line.strip().strip("#").strip().replace("`", ""), []
            target = ""
        elif match := _TARGET.fullmatch(line):
            target = match.group(1) if is_id(match.group(1)) else ""
        elif line.strip():
            target = ""
    return LessonOutline(lesson, number, front.title, front.minutes, front.after, tuple(steps))
