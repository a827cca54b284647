"""Courses: found, read, and turned into the data that everything else shows.

The door: `discover`, `course_path`, `load`, `load_lesson`, `outline`, `find`, `resolve`,
`problems`, `load_exercise`, and the modules `model`, `predict`, `parsons`, `preamble`, `generic`,
`findings`. Nothing of a course is ever imported or executed.

Names are loaded when they are first used: the checking worker needs `load_exercise` alone, and
not the parser of Markdown.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tutor.course.discovery import CourseEntry, course_path, discover
    from tutor.course.exercise import load_exercise
    from tutor.course.findings import Finding
    from tutor.course.inspection import problems
    from tutor.course.loading import load, load_lesson
    from tutor.course.lookup import find, resolve
    from tutor.course.skim import Outline, outline

__all__ = [
    "CourseEntry",
    "Finding",
    "Outline",
    "course_path",
    "discover",
    "find",
    "load",
    "load_exercise",
    "load_lesson",
    "outline",
    "problems",
    "resolve",
]

_HOMES = {
    "CourseEntry": "discovery",
    "Finding": "findings",
    "Outline": "skim",
    "course_path": "discovery",
    "discover": "discovery",
    "find": "lookup",
    "load": "loading",
    "load_exercise": "exercise",
    "load_lesson": "loading",
    "outline": "skim",
    "problems": "inspection",
    "resolve": "lookup",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
