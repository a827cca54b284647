"""What the app needs before its first frame: course, store, a theme."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

from tutor import paths
from tutor.errors import StoreError, StoreTooNew, UnknownId
from tutor.settings import Settings
from tutor.study import Place, Store
from tutor.tui import terminal
from tutor.tui.library import Library
from tutor.tui.services import Services


def theme(name: str, *, colours: bool = True) -> str:
    """The theme's name; auto, and a terminal without colours, take the terminal's own sixteen."""
    if name != "auto" and colours:
        return name
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "ansi-light" if background in ("7", "15") else "ansi-dark"


def stopped_at(services: Services) -> Place | None:
    """Where the learner stopped, if the course still has that step."""
    try:
        place = services.store.resume()
        if place is not None:
            step = services.library.step(f"{place.lesson}/{place.step}")
            return dataclasses.replace(place, lesson=step.lesson, step=step.id)
    except (StoreError, UnknownId):
        pass
    return None


def open_services(course_dir: Path | None, settings: Settings) -> Services:
    """Course and store. A store that cannot be written does not keep anybody from learning.

    Raises CourseError and StoreTooNew.
    """
    library = Library(course_dir or paths.builtin_course_dir())
    trouble = ""
    try:
        store = Store.open(course=library.outline.id)
    except StoreTooNew:
        raise
    except StoreError as error:
        trouble = str(error)
        store = Store.memory(course=library.outline.id)
    return Services(
        library,
        store,
        settings,
        unicode=terminal.unicode_works(settings.unicode),
        saved=not trouble,
        trouble=trouble,
    )
