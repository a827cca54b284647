"""Errors and notices: the learner's own line first, then why, what to do, where it is taught."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from tutor import events
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.python import highlight
from tutor.tui.results.block import ResultBlock
from tutor.tui.results.explaining import explanation
from tutor.tui.results.output import colored
from tutor.tui.text import BLANK, Paragraph, padded, plain, row, width

_ = translator("tui")

AROUND = 2
"""Lines of the snippet shown before the one that failed; one is shown after it."""


class TroubleBlock(ResultBlock):
    """An error, or silent trouble that was noticed.

    `claimed`: the exercise has words of its own for it, so only the line is shown.
    `taught`: the words for a step that teaches it, by its id; "" when there is no such step.
    """

    def __init__(
        self,
        evidence: events.Evidence,
        source: str,
        *,
        notice: bool = False,
        claimed: bool = False,
        taught: Callable[[str], str] = str,
    ) -> None:
        super().__init__()
        self.evidence = evidence
        self.source = source
        self.notice = notice
        self.claimed = claimed
        self.taught = taught
        self.whole = False

    def toggle(self) -> None:
        """Show the whole traceback, or hide it again."""
        self.whole = not self.whole
        self.touch()

    def paragraphs(self, cells: int) -> list[Paragraph]:
        found = explanation(self.evidence, self.source)
        line = (found.line if found else 0) or self.evidence.line
        shown = self._excerpt(line, cells)
        if self.notice and found:
            title = _("Noticed: {title}").format(title=found.title)
            shown.insert(0, Paragraph(plain(title, look.WARN), plain(" "), plain("   ")))
        if self.claimed:
            shown = shown or self._bare()
        else:
            if shown:
                shown.append(BLANK)
            shown += explained(found, self.taught) if found else self._bare()
            if self.notice and found:
                shown.append(
                    Paragraph(_silencing(found.cause), plain(_label("")), plain(_label("")))
                )
        if self.evidence.traceback and not self.notice:
            if self.whole:
                shown.append(BLANK)
                text = self.evidence.traceback.rstrip("\n").split("\n")
                shown += [Paragraph(content, divide="fold") for content in colored(text)]
            else:
                shown.append(Paragraph(plain(_("F4 whole traceback"), look.DIM), plain(_label(""))))
        return shown

    @property
    def title(self) -> str:
        """The exception's name, or what was noticed."""
        if self.evidence.exceptions:
            return self.evidence.exceptions[0].name
        return ""

    def _excerpt(self, line: int, cells: int) -> list[Paragraph]:
        lines = self.source.split("\n")
        if not 1 <= line <= len(lines):
            return []
        colors = highlight(self.source).split("\n", allow_blank=True)
        shown: list[Paragraph] = []
        for number in range(max(1, line - AROUND), min(len(lines), line + 1) + 1):
            code = colors[number - 1]
            mark = ">" if number == line else " "
            first = row((f" {mark} {number:>3}  ", look.BAD if number == line else look.DIM))
            if number == line:
                code = code.stylize(look.OWN_LINE)
                gap = cells - 7 - width(code.plain) - width(self.title) - 1
                if self.title and gap > 0:
                    code = code + " " * gap + plain(self.title, look.BAD)
            elif not lines[number - 1].strip() and number > line:
                continue
            shown.append(Paragraph(code, first, plain("       "), divide="fold"))
        return shown

    def _bare(self) -> list[Paragraph]:
        """What there is to say when the clinic knows nothing."""
        shown: list[Paragraph] = []
        for error in self.evidence.exceptions[:1]:
            text = f"{error.name}: {error.message}" if error.message else error.name
            shown += [
                Paragraph(plain(part, look.BAD if not number else ""), rest=plain("  "))
                for number, part in enumerate(text.split("\n")[:8])
            ]
        return shown


def explained(found: events.Explanation, taught: Callable[[str], str]) -> list[Paragraph]:
    """An explanation in words: why, what to do, where it is taught."""
    shown: list[Paragraph] = []
    for label, text in (
        (_("Why"), found.text or found.title),
        (_("Fix"), found.fix),
        (_("Learn"), taught(found.learn) if found.learn else ""),
    ):
        if not text:
            continue
        indent = plain(_label(""))
        for number, part in enumerate(text.split("\n")):
            first = plain(_label(label), look.STRONG) if not number else indent
            shown.append(
                Paragraph(_learn(part) if label == _("Learn") else Content(part), first, indent)
            )
    return shown


def _silencing(cause: str) -> Content:
    """How to hear no more of it."""
    said = _("Not wanted? Settings, Silenced notices: {cause}").format(cause=cause)
    return plain(said, look.DIM)


def _learn(step: str) -> Content:
    return plain(step, look.LINK)


def _label(text: str) -> str:
    widest = max(map(width, (_("Why"), _("Fix"), _("Learn"))))
    return "   " + padded(text, max(5, widest) + 1)
