"""All commands and all steps, found by typing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup
from textual.screen import ModalScreen
from textual.widgets import Input

from tutor.locale import translator
from tutor.tui import look
from tutor.tui.text import Paragraph, Text, padded, plain, row
from tutor.tui.widgets.field import Field

_ = translator("tui")

SHOWN = 12


@dataclass(frozen=True)
class Entry:
    """Something to choose. `text` is never read as markup."""

    text: str
    hint: str
    do: Callable[[], object]
    also: str = ""
    """Further words that find it, beside those that are shown."""


def matching(entries: list[Entry], words: str) -> list[Entry]:
    """Entries with every one of the words; those that begin with the first one lead."""
    wanted = words.casefold().split()
    found = [
        entry
        for entry in entries
        if all(word in f"{entry.text} {entry.hint} {entry.also}".casefold() for word in wanted)
    ]
    if wanted:
        found.sort(key=lambda entry: not entry.text.casefold().startswith(wanted[0]))
    return found


class Palette(ModalScreen[None]):
    """Type to narrow, arrows to choose, Enter to do it, Esc to close."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False, priority=True),
        Binding("up", "walk(-1)", show=False, priority=True),
        Binding("down", "walk(1)", show=False, priority=True),
        Binding("pageup", "walk(-10)", show=False, priority=True),
        Binding("pagedown", "walk(10)", show=False, priority=True),
    ]
    CSS = """
    Palette { align: center top; background: $background 60%; }
    Palette VerticalGroup {
        width: 72; max-width: 96%; margin-top: 1; border: round $primary; background: $background;
        padding: 0 1;
    }
    """

    def __init__(self, entries: list[Entry], placeholder: str) -> None:
        super().__init__()
        self._entries = entries
        self._found = entries
        self._index = 0
        self._input = Field(placeholder=placeholder)
        self._list = Text()

    def compose(self) -> ComposeResult:
        with VerticalGroup():
            yield self._input
            yield self._list

    def on_mount(self) -> None:
        self._input.focus()
        self.call_after_refresh(self._paint)

    @on(Input.Changed)
    def narrow(self, event: Input.Changed) -> None:
        event.stop()
        self._found = matching(self._entries, event.value)
        self._index = 0
        self._paint()

    @on(Input.Submitted)
    def choose(self, event: Input.Submitted) -> None:
        event.stop()
        self._do()

    def action_walk(self, distance: int) -> None:
        """Move the cursor."""
        if self._found:
            self._index = min(max(0, self._index + distance), len(self._found) - 1)
            self._paint()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self._list) if event.widget is self._list else None
        if offset is None:
            if event.widget is self:
                self.dismiss()
            return
        place = self._first + offset.y
        if 0 <= place < len(self._found):
            self._index = place
            self._do()

    def _do(self) -> None:
        if not self._found:
            return
        entry = self._found[self._index]
        self.dismiss()
        self.app.call_later(entry.do)

    @property
    def _rows(self) -> int:
        return max(1, min(SHOWN, self.size.height - 6))

    @property
    def _first(self) -> int:
        return max(0, min(self._index - self._rows // 2, len(self._found) - self._rows))

    def _paint(self) -> None:
        cells = max(20, self._list.content_size.width)
        shown: list[Paragraph] = []
        for place in range(self._first, min(self._first + self._rows, len(self._found))):
            entry = self._found[place]
            content = row(padded(entry.text, max(0, cells - 22)), " ", (entry.hint, look.DIM))
            if place == self._index:
                content = content.stylize("reverse")
            shown.append(Paragraph(content, divide="cut"))
        self.show_none(shown)
        self._list.show(shown)

    @staticmethod
    def show_none(shown: list[Paragraph]) -> None:
        if not shown:
            shown.append(Paragraph(plain(_("Nothing has these words."), look.DIM)))
