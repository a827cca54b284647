"""What is seen in a terminal that is too small for anything."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen

from tutor.locale import translator
from tutor.tui import look
from tutor.tui.text import Paragraph, Text, plain

_ = translator("tui")

COLUMNS, ROWS = 40, 10
"""Below this a page cannot be used; nothing is lost, and it comes back with the room."""


def too_small(columns: int, rows: int) -> bool:
    return columns < COLUMNS or rows < ROWS


class SmallScreen(Screen[None]):
    """Covers everything until there is room again."""

    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        yield Text()

    def on_mount(self) -> None:
        text = _("This terminal is too small. The app needs {columns} x {rows}.").format(
            columns=COLUMNS, rows=ROWS
        )
        self.query_one(Text).show([Paragraph(plain(text, look.WARN))])
