"""Titles and step ids of a lesson, read quickly: what a course map needs.

Looks at single lines only. What it finds is what the parser finds in a lesson without findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tutor.course.frontmatter import extent, parse
from tutor.course.header import Header, read_header
from tutor.course.model import StepKind
from tutor.course.sources import is_id, read_source

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


@dataclass(frozen=True)
class Outline:
    """A course in one language as far as a course map needs it."""

    id: str
    path: Path
    title: str
    language: str
    languages: tuple[str, ...]
    source_language: str
    lessons: tuple[LessonOutline, ...]
    aliases: dict[str, str]
    data: Path | None
    placement: bool = False
    """Whether there are questions that find where to start."""


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


def outline(path: Path, language: str) -> Outline:
    """Titles and ids of everything in the course in `path`, some hundred times faster than `load`.

    Raises CourseError when course.toml or a front matter is wrong; the rest is not looked at.
    """
    header = read_header(Path(path))
    language = header.speaks(language)
    lessons = []
    for number, name in enumerate(header.lessons, start=1):
        source = _outline(header, name, header.source, number)
        if language != header.source and (header.path / name / f"{language}.md").exists():
            translated = _outline(header, name, language, number)
            steps = {step.id: step for step in translated.steps}
            source = replace(
                source,
                title=translated.title,
                steps=tuple(steps.get(step.id, step) for step in source.steps),
            )
        lessons.append(source)
    return Outline(
        id=header.id,
        path=header.path,
        title=header.title(language),
        language=language,
        languages=header.languages,
        source_language=header.source,
        lessons=tuple(lessons),
        aliases=header.aliases,
        data=header.data,
        placement=bool(header.placement),
    )


def _outline(header: Header, lesson: str, language: str, number: int) -> LessonOutline:
    path = header.path / lesson / f"{language}.md"
    return outline_lesson(read_source(path, header.path), path, lesson, number)
