"""The verdict of a check, in the words of the exercise."""

from __future__ import annotations

from collections.abc import Callable

from tutor import events
from tutor.locale import generic, translator
from tutor.tui import look
from tutor.tui.prose import prose
from tutor.tui.results.block import ResultBlock
from tutor.tui.text import Paragraph, padded, plain, width

_ = translator("tui")


class VerdictBlock(ResultBlock):
    """A verdict. `feedback` gives the text of a feedback id of the exercise, or None.

    The exception that decided it, if one did, is a `TroubleBlock` of its own.
    """

    def __init__(self, verdict: events.Verdict, feedback: Callable[[str], str | None]) -> None:
        super().__init__()
        self.verdict = verdict
        self._feedback = feedback

    def paragraphs(self, cells: int) -> list[Paragraph]:
        verdict = self.verdict
        if verdict.result == "pass":
            return [Paragraph(plain("✓ " + _("Right. The step is done."), look.GOOD))]
        if verdict.result == "not-checked":
            return [Paragraph(plain(generic.not_checked_text(verdict.reason), look.WARN))]
        shown = [Paragraph(plain(_("Not yet."), look.BAD))]
        if verdict.feedback:
            shown += prose(self.text(verdict.feedback))
        shown += self._values()
        return shown

    def text(self, feedback: str) -> str:
        """The text of a feedback id, the exercise's own or one that all share."""
        own = self._feedback(feedback)
        if own is not None:
            return own
        return generic.feedback_text(feedback) if feedback in generic.feedback_ids() else feedback

    def _values(self) -> list[Paragraph]:
        shown = []
        names = (_("you gave"), _("needed"))
        room = max(map(width, names)) + 2
        rest = plain(" " * (room + 3))
        for name, value in zip(names, (self.verdict.observed, self.verdict.needed), strict=True):
            for number, line in enumerate(value.split("\n") if value else []):
                first = plain("   " + padded("" if number else name, room), look.DIM)
                shown.append(Paragraph(plain(line), first, rest))
        return shown
