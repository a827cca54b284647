"""`jax-tutor show`: a page as text."""

from __future__ import annotations

import shutil
from pathlib import Path

from tutor.course import load_lesson, outline, resolve
from tutor.course.plaintext import lesson as lesson_lines
from tutor.course.plaintext import page
from tutor.locale import language
from tutor.settings import Settings

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""


def show(target: str, *, course_dir: Path, settings: Settings, lang: str | None = None) -> int:
    """Prints the step or the whole lesson `target`. Raises UnknownId, CourseError."""
    print("\n".join(text(target, course_dir, lang or language(), columns())))
    return 0


def text(target: str, course_dir: Path, lang: str, cells: int) -> list[str]:
    """The lines of `target`."""
    lesson_id, step_id = resolve(outline(course_dir, lang), target)
    lesson = load_lesson(course_dir, lang, lesson_id)
    if not step_id:
        return lesson_lines(lesson, cells)
    return page(next(step for step in lesson.steps if step.id == step_id), cells)


def columns() -> int:
    """How wide text may be here."""
    return max(20, min(shutil.get_terminal_size().columns, WIDEST))
