"""Lines to put in order, with keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from tutor.locale import translator
from tutor.study.ordering import Order
from tutor.tui import look
from tutor.tui.python import highlight
from tutor.tui.text import Paragraph, Text, plain
from tutor.tui.widgets.page import Page

_ = translator("tui")

STEP = 4


class OrderBox(Text, can_focus=True):
    """Lines above, in order, and below those left aside. Up and down walk, with Shift they carry
    the line along, also over the border; left and right indent; Space puts a line aside and back.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk(-1)", show=False),
        Binding("down,j", "walk(1)", show=False),
        Binding("shift+up,ctrl+up,alt+up,K", "carry(-1)", show=False),
        Binding("shift+down,ctrl+down,alt+down,J", "carry(1)", show=False),
        Binding("left,less_than_sign", "indent(-1)", show=False),
        Binding("right,greater_than_sign", "indent(1)", show=False),
        Binding("space,delete,backspace", "aside", show=False),
    ]
    DEFAULT_CSS = "OrderBox { padding: 0 0 0 3; }"

    @dataclass
    class Changed(Message):
        """The order is another one."""

        box: OrderBox

    def __init__(self, given: tuple[str, ...], order: Order) -> None:
        super().__init__()
        self._given = given
        self.order = order
        self.index = 0
        self._paint()

    def load(self, order: Order) -> None:
        """Show another order."""
        self.order = order
        self.index = 0
        self._paint()

    @property
    def _all(self) -> list[str]:
        return [*self.order.used, *self.order.aside]

    def _set(self, lines: list[str], used: int) -> None:
        self.order = Order(tuple(lines[:used]), tuple(lines[used:]))
        self._paint()
        self.post_message(self.Changed(self))

    def _watch_has_focus(self, focus: bool) -> None:
        self._paint()

    def action_walk(self, distance: int) -> None:
        """Move the cursor; beyond an end the page scrolls."""
        target = self.index + distance
        if 0 <= target < len(self._all):
            self.index = target
            self._paint()
        else:
            self.screen.query_one("#page", Page).action_line(2 * distance)

    def action_carry(self, distance: int) -> None:
        """Move the line at the cursor up or down."""
        lines, used, index = self._all, len(self.order.used), self.index
        if distance < 0 and index == used and lines[used:]:
            used += 1
        elif distance > 0 and index == used - 1:
            used -= 1
        else:
            target = index + distance
            if not 0 <= target < len(lines):
                return
            lines[index], lines[target] = lines[target], lines[index]
            self.index = target
        self._set(lines, used)

    def action_indent(self, distance: int) -> None:
        """One indentation more or less."""
        lines = self._all
        if not lines:
            return
        line = lines[self.index]
        depth = len(line) - len(line.lstrip(" "))
        depth = max(0, (depth // STEP + distance) * STEP)
        lines[self.index] = " " * depth + line.lstrip(" ")
        self._set(lines, len(self.order.used))

    def action_aside(self) -> None:
        """Put the line among those that are not used, or back."""
        lines, used = self._all, len(self.order.used)
        if not lines:
            return
        line = lines.pop(self.index)
        if self.index < used:
            lines.append(line)
            used -= 1
            self.index = min(self.index, max(0, len(lines) - 1))
        else:
            lines.insert(used, line)
            self.index = used
            used += 1
        self._set(lines, used)

    def on_click(self, event: events.Click) -> None:
        row = event.get_content_offset(self)
        if row is None:
            return
        line = row.y - len(self._given)
        if line > len(self.order.used):
            line -= 1
        if 0 <= line < len(self._all):
            self.index = line
            self._paint()

    def _paint(self) -> None:
        shown = [
            Paragraph(plain(line, look.DIM), plain("   "), divide="fold") for line in self._given
        ]
        for index, line in enumerate(self._all):
            if index == len(self.order.used):
                shown.append(self._border())
            here = index == self.index and self.has_focus
            content = highlight(line) if index < len(self.order.used) else plain(line, look.DIM)
            if here:
                content = content.stylize("reverse")
            mark = plain(" › " if here else "   ", look.KEY)
            shown.append(Paragraph(content, mark, plain("     "), divide="fold"))
        if not self.order.aside:
            shown.append(self._border())
        self.show(shown, layout=self.is_attached)

    def _border(self) -> Paragraph:
        text = _("── not used (space puts a line here, shift+↑ ↓ moves it, ← → indents) ──")
        return Paragraph(plain(text, look.DIM), divide="cut")
