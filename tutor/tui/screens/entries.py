"""What the palette offers on a screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tutor.tui import actions
from tutor.tui.screens.base import TutorScreen
from tutor.tui.screens.palette import Entry

if TYPE_CHECKING:
    from tutor.tui.app import TutorApp


def entries(app: TutorApp, screen: TutorScreen, *, commands: bool) -> list[Entry]:
    """Commands that make sense here, then every lesson and step of the course."""
    found: list[Entry] = []
    keymap = app.services.settings.keymap
    if commands:
        for action in actions.at(screen.place):
            if not action.palette or not screen.offered(action):
                continue
            keys = actions.keys_of(action, keymap, screen.place)
            do = partial(screen.run_action, f"{actions.target(action)}.{action.action}")
            also = f"{action.label} {action.id}"
            found.append(Entry(action.help, keys[0] if keys else "", do, also))
    for lesson in app.services.library.outline.lessons:
        for number, step in enumerate(lesson.steps, 1):
            text = f"{lesson.number}.{number}  {step.title}"
            go = partial(app.open_step, step.full_id)
            found.append(Entry(text, lesson.title, go, also=step.full_id))
    return found
