"""Which courses there are. None of their modules is imported."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from tutor.course.header import NAME
from tutor.errors import UnknownId
from tutor.locale import translator

_ = translator("course")

GROUP = "jax_tutor.courses"
BUILT_IN = "jax"


@dataclass(frozen=True)
class CourseEntry:
    """A course that is installed."""

    name: str
    """Of the entry point."""
    path: Path
    package: str
    """The distribution that brings it."""


def discover() -> list[CourseEntry]:
    """The courses of all installed packages, the built-in one first, then by name.

    A package whose folder cannot be found is left out.
    """
    found = {}
    for entry in entry_points(group=GROUP):
        folder = _folder(entry)
        if folder is not None and entry.name not in found:
            found[entry.name] = CourseEntry(
                entry.name, folder, entry.dist.name if entry.dist else ""
            )
    return sorted(found.values(), key=lambda entry: (entry.name != BUILT_IN, entry.name))


def course_path(course: str | Path | None = None) -> Path:
    """The folder of `course`: a folder, the name of an installed course, or None for the built-in.

    Raises UnknownId.
    """
    if course is not None and Path(course).is_dir():
        return Path(course)
    courses = {entry.name: entry.path for entry in discover()}
    name = BUILT_IN if course is None else str(course)
    if name not in courses:
        raise UnknownId(
            _("there is no course {name}: neither a folder nor installed.").format(name=repr(name)),
            tuple(courses),
        )
    return courses[name]


def _folder(entry: EntryPoint) -> Path | None:
    """The folder with course.toml: `_lessons` or `lessons` beside the module or in a folder above
    it (up to the one that holds the top-level package), or the module's own folder."""
    module = _locate(entry.module)
    if module is None:
        return None
    folder = module
    candidates = [folder]
    for _level in range(entry.module.count(".") + 2):
        candidates += [folder / "_lessons", folder / "lessons"]
        folder = folder.parent
    return next((path for path in candidates if (path / NAME).is_file()), None)


def _locate(module: str) -> Path | None:
    """The folder of `module`, by asking the finders; parents are not imported either."""
    path: list[str] | None = None
    folder: Path | None = None
    for depth in range(module.count(".") + 1):
        name = ".".join(module.split(".")[: depth + 1])
        spec = None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path) if find else None
            if spec is not None:
                break
        if spec is None:
            return None
        locations = list(spec.submodule_search_locations or [])
        if locations:
            folder, path = Path(locations[0]), locations
        elif spec.origin:
            folder, path = Path(spec.origin).parent, []
    return folder
