"""Hints, counted, and the solution, after asking."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from tutor.locale import translator
from tutor.tui.flows.hints import hints

if TYPE_CHECKING:
    from tutor.tui.screens.lesson import LessonScreen

_ = translator("tui")


class Helping:
    """Help with the exercise of a page."""

    def __init__(self, screen: LessonScreen) -> None:
        self._screen = screen

    def hint(self) -> None:
        """Show the next hint."""
        screen = self._screen
        if not screen.step.hints or screen.exercise is None:
            screen.say(_("This page has no hints."))
            return
        if screen.state.hints < len(screen.step.hints):
            screen.state.hints += 1
            screen.record("hint", guess=str(screen.state.hints))
        else:
            screen.say(_("That was the last hint. alt+s shows a solution."))
        self._show()

    def solution(self) -> None:
        """Show a solution; the first time it asks."""
        from tutor.tui.screens.confirm import Confirm

        screen = self._screen
        if screen.exercise is None:
            screen.say(_("This page has no exercise."))
            return
        if screen.state.solution:
            self._show(top=True)
            return
        question = _(
            "Show a solution? The step then counts as seen, not as done, until you have "
            "passed it with your own code."
        )
        asked = Confirm(question, _("Show it"), _("Not yet"))
        screen.app.push_screen(asked, self._answered)

    def _answered(self, wanted: bool | None) -> None:
        if wanted:
            self._screen.state.solution = True
            self._screen.record("solution-shown")
            self._show(top=True)

    def _show(self, *, top: bool = False) -> None:
        """Show what was asked for; `top`: the first solution from its first line, not the end."""
        screen = self._screen
        if screen.exercise is None:
            return
        notes = screen.exercise.notes
        notes.say(hints(screen.step, screen.state))
        above = hints(screen.step, dataclasses.replace(screen.state, solution=False))

        def first() -> int:
            lines = [line for part in above for line in part.lines(notes.content_size.width)]
            return len(lines) + bool(lines)

        screen.page.follow(notes, first if top else None)
        screen.frame()
