"""Hints that were asked for, and the solution when it was."""

from __future__ import annotations

from tutor.course import model
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.prose import prose
from tutor.tui.python import highlight
from tutor.tui.state import PageState
from tutor.tui.text import BLANK, Paragraph, plain

_ = translator("tui")


def hints(step: model.Step, state: PageState) -> list[Paragraph]:
    """What stands under the editor: every hint shown so far, then solutions."""
    shown: list[Paragraph] = []
    for number, hint in enumerate(step.hints[: state.hints], 1):
        if shown:
            shown.append(BLANK)
        title = _("Hint {number} of {count}").format(number=number, count=len(step.hints))
        shown.append(Paragraph(plain(title, look.STRONG)))
        shown += prose(hint.text)
    if state.solution and step.exercise is not None:
        for number, solution in enumerate(step.exercise.solutions):
            if shown:
                shown.append(BLANK)
            title = _("A solution") if not number else _("Another: {label}")
            title = title.format(label=solution.label)
            shown.append(Paragraph(plain(title, look.STRONG)))
            code = highlight(solution.code.rstrip("\n")).split("\n", allow_blank=True)
            shown += [Paragraph(line, plain("  "), plain("  "), "fold") for line in code]
    return shown
