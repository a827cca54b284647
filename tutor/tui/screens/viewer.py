"""A long text by itself: all output of a Run."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tutor.locale import translator
from tutor.tui import look
from tutor.tui.results.output import colored
from tutor.tui.text import plain
from tutor.tui.widgets.bar import Line

_ = translator("tui")


class LongText(ScrollView, can_focus=True):
    """Draws only the lines that are seen, so a million of them cost nothing."""

    DEFAULT_CSS = "LongText { padding: 0 1; }"

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text.split("\n")
        if self._text and not self._text[-1]:
            self._text.pop()
        widest = max(map(len, self._text), default=0)
        self.virtual_size = Size(min(4000, widest * 2), len(self._text))

    def render_line(self, y: int) -> Strip:
        x, top = self.scroll_offset
        line = top + y
        if line >= len(self._text):
            return Strip.blank(self.size.width, self.rich_style)
        content = colored([self._text[line]])[0]
        segments = [
            Segment(text, style.rich_style) for text, style in content.render(self.visual_style, "")
        ]
        return Strip(segments).crop_extend(x, x + self.size.width, self.rich_style)


class Viewer(ModalScreen[None]):
    """Esc closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,f12", "dismiss", show=False)]
    CSS = "Viewer { layout: vertical; background: $background; }"

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._long = LongText(text)
        self._head = Line()

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._long

    def on_mount(self) -> None:
        self._head.set(plain(self._title, look.TITLE), plain(_("Esc closes"), look.DIM))
        self._long.focus()
