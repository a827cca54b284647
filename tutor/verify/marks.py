"""Writing down which text a translation renders."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tutor.course.lesson import ParsedLesson
from tutor.course.lints.view import LessonView
from tutor.course.model import Place, Step


def mark_translated(view: LessonView, step: str = "") -> list[Place]:
    """Writes the present hash into each translated step of a lesson (or into `step` alone).

    Returns where a line changed.
    """
    if view.source is None:
        return []
    digests = {found.id: found.digest for found in view.source.lesson.steps}
    changed = []
    for language, parsed in view.texts.items():
        if language != view.header.source:
            stale = [
                found
                for found in parsed.lesson.steps
                if step in ("", found.id) and digests.get(found.id, found.renders) != found.renders
            ]
            changed += _rewrite(parsed, stale, digests)
    return changed


def _rewrite(parsed: ParsedLesson, steps: list[Step], digests: dict[str, str]) -> list[Place]:
    if not steps:
        return []
    path = parsed.lesson.place.path
    lines = list(parsed.document.lines)
    places = []
    # From the end, so that an insertion moves no line that is still to come.
    for step in reversed(steps):
        text = parsed.steps[step.id]
        mark = f"% renders: {digests[step.id]}"
        if text.renders is not None:
            lines[text.renders.line - 1] = mark
            places.append(text.renders)
        else:
            lines.insert(step.place.line, mark)
            places.append(Place(path, step.place.line + 1))
    _replace(path, "\n".join(lines))
    return places[::-1]


def _replace(path: Path, text: str) -> None:
    """Writes `path` whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).chmod(path.stat().st_mode & 0o777)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
