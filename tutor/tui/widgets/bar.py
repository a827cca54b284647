"""Lines of the frame: what stands at the top and at the bottom of a screen, and small buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from tutor.tui import look
from tutor.tui.text import Paragraph, Text, plain, row, width


def spread(left: Content, right: Content, cells: int) -> Content:
    """`left` and `right` at the two ends of a line; `left` gives way."""
    room = cells - width(right.plain) - 1
    if room <= 0:
        return left.truncate(cells, ellipsis=True)
    if width(left.plain) > room:
        left = left.truncate(room, ellipsis=True)
    return left + " " * (cells - width(left.plain) - width(right.plain)) + right


class Line(Text):
    """One line with two ends, drawn for the width it has."""

    auto_links = False

    DEFAULT_CSS = "Line { height: 1; width: 1fr; padding: 0 1; }"

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._ends = (Content(""), Content(""))

    def set(self, left: Content, right: Content) -> None:
        """What stands at the left and at the right end."""
        if (left, right) != self._ends:
            self._ends = (left, right)
            self._lay()

    def on_resize(self) -> None:
        self._lay()

    def _lay(self) -> None:
        cells = self.content_size.width
        if cells > 0:
            self.show([Paragraph(spread(*self._ends, cells), divide="cut")], layout=False)


class Keys(Line):
    """The footer: keys with what they do, as many as there is room for, and a word at the right."""

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.gap = 3
        """Cells between two of them."""
        self._items: Sequence[tuple[str, str, str]] = ()
        self._note = Content("")

    def set_keys(self, items: Sequence[tuple[str, str, str]], note: Content) -> None:
        """`items`: key, label, action ("": none). A click on one does it."""
        if (items, note) != (self._items, self._note):
            self._items, self._note = items, note
            self._lay()

    def _lay(self) -> None:
        cells = self.content_size.width
        if cells <= 0:
            return
        left = Content("")
        for key, label, action in self._items:
            piece = row((key, look.KEY), " ", label)
            if action:
                piece = piece.stylize(f"@click={action}")
            gap = " " * self.gap if left else ""
            if width(left.plain + gap + piece.plain + self._note.plain) + 2 > cells:
                break
            left = left + gap + piece
        self.show([Paragraph(spread(left, self._note, cells), divide="cut")], layout=False)


class Press(Text, can_focus=True):
    """A small button: click, Enter or Space."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]
    DEFAULT_CSS = """
    Press { width: auto; height: 1; margin-right: 2; color: $primary; }
    Press:focus { text-style: reverse; }
    Press:hover { text-style: bold; }
    """

    @dataclass
    class Pressed(Message):
        """The button was pressed."""

        press: Press

        @property
        def control(self) -> Press:
            return self.press

    def __init__(self, label: str, action: str) -> None:
        super().__init__([Paragraph(plain(f"[ {label} ]"))])
        self.label = label
        self.press_action = action

    def action_press(self) -> None:
        self.post_message(self.Pressed(self))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.action_press()
