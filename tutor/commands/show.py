"""`jax-tutor show`: a page as text, or the glossary."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tutor.course import load_lesson, outline, resolve
from tutor.course.glossary import glossary, matching
from tutor.course.plaintext import entry_lines, page
from tutor.course.plaintext import lesson as lesson_lines
from tutor.locale import language, translator
from tutor.settings import Settings

_ = translator("course")

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""


def show(target: str, *, course_dir: Path, settings: Settings, lang: str | None = None) -> int:
    """Prints the step or the whole lesson `target`. Raises UnknownId, CourseError."""
    print("\n".join(text(target, course_dir, lang or language(), columns())))
    return 0


GLOSSARY = "glossary"


def show_glossary(words: Sequence[str], *, course_dir: Path) -> int:
    """Prints the terms that have all of `words`, or all terms; 1 when there is none."""
    found = matching(glossary(course_dir, language()), " ".join(words))
    if not found:
        print(_("Nothing has these words."), file=sys.stderr)
        return 1
    blocks = ["\n".join(entry_lines(entry, columns())) for entry in found]
    print("\n\n".join(blocks))
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
