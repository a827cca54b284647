"""Text that a snippet printed."""

from __future__ import annotations

from rich.ansi import AnsiDecoder
from textual.content import Content

from tutor.locale import translator
from tutor.tui import look
from tutor.tui.results.block import ResultBlock
from tutor.tui.text import Paragraph, clean, plain

_ = translator("tui")

SHOWN = 200
"""Lines on the page; all of them are in the output viewer."""
LONGEST = 2000
"""Characters of one line on the page."""


class OutputBlock(ResultBlock):
    """Consecutive text of both streams. Only its head is divided into lines for the page, so that
    a flood costs the page nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[str] = []
        self._newlines = 0
        self._last = ""
        self.cut = 0

    def append(self, text: str, cut: int = 0) -> None:
        if text:
            text = clean(text)
            self._pieces.append(text)
            self._last = text[-1:] or self._last
        self.cut += cut
        if self._newlines <= SHOWN or cut:
            self.touch()
        self._newlines += text.count("\n")

    @property
    def text(self) -> str:
        """All of it."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    @property
    def line_count(self) -> int:
        return self._newlines + (self._last not in ("", "\n"))

    def _head(self) -> list[str]:
        lines: list[str] = []
        rest = ""
        for piece in self._pieces:
            found = (rest + piece).split("\n", SHOWN + 1 - len(lines))
            rest = found.pop()
            lines.extend(found)
            if len(lines) > SHOWN:
                break
        else:
            if rest:
                lines.append(rest)
        return lines[:SHOWN]

    def paragraphs(self, cells: int) -> list[Paragraph]:
        head = self._head()
        shown = [Paragraph(line, divide="fold") for line in colored(head)]
        hidden = self.line_count - len(head)
        if hidden > 0:
            note = _("{count} more lines; F12 shows all of them").format(count=hidden)
            shown.append(Paragraph(plain(note, look.DIM)))
        if self.cut:
            note = _("The output was cut here: {count} bytes more were not kept.")
            shown.append(Paragraph(plain(note.format(count=self.cut), look.WARN)))
        return shown


def colored(lines: list[str]) -> list[Content]:
    """Lines with their colour sequences as styles; over-long ones are cut."""
    lines = [line.expandtabs() if "\t" in line else line for line in lines]
    if not any("\x1b" in line for line in lines):
        return [Content(line[:LONGEST]) for line in lines]
    decoder = AnsiDecoder()
    return [Content.from_rich_text(decoder.decode_line(line[:LONGEST])) for line in lines]
