"""Words looked up: type to narrow, read the definition below."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input

from tutor.course.glossary import Entry, matching
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.prose import prose
from tutor.tui.text import BLANK, Paragraph, Text, padded, plain, row
from tutor.tui.widgets.field import Field

_ = translator("tui")

SHOWN = 8


class GlossaryScreen(ModalScreen[None]):
    """Arrows choose, Enter goes to the page that brings the word, Esc closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False, priority=True),
        Binding("up", "walk(-1)", show=False, priority=True),
        Binding("down", "walk(1)", show=False, priority=True),
        Binding("pageup", "walk(-8)", show=False, priority=True),
        Binding("pagedown", "walk(8)", show=False, priority=True),
    ]
    CSS = """
    GlossaryScreen { align: center top; background: $background 60%; }
    GlossaryScreen #frame {
        width: 76; max-width: 98%; height: auto; max-height: 96%; margin-top: 1;
        border: round $primary; background: $background; padding: 0 1;
    }
    GlossaryScreen VerticalScroll { height: auto; max-height: 10; scrollbar-size-vertical: 1; }
    """

    def __init__(self, entries: Callable[[], tuple[Entry, ...]], go: Callable[[str], None]) -> None:
        """`entries` gives the terms in the language that speaks; `go` opens the page of a step."""
        super().__init__()
        self._entries = entries
        self._go = go
        self._found = list(entries())
        self._index = 0
        self._input = Field(placeholder=_("A word, in any language"))
        self._list = Text()
        self._said = Text()
        self._hint = Text()

    def compose(self) -> ComposeResult:
        with VerticalGroup(id="frame"):
            yield self._input
            yield self._list
            with VerticalScroll(can_focus=False):
                yield self._said
            yield self._hint

    def on_mount(self) -> None:
        self._input.focus()
        self.call_after_refresh(self._paint)

    def on_resize(self) -> None:
        self.call_after_refresh(self._paint)

    @on(Input.Changed)
    def narrow(self, event: Input.Changed) -> None:
        event.stop()
        self._found = matching(self._entries(), event.value)
        self._index = 0
        self._paint()

    def speak(self) -> None:
        """The same word in the other language."""
        here = self._entry
        self._input.placeholder = _("A word, in any language")
        self._found = matching(self._entries(), self._input.value)
        ids = [entry.id for entry in self._found]
        self._index = ids.index(here.id) if here is not None and here.id in ids else 0
        self._paint()

    @on(Input.Submitted)
    def choose(self, event: Input.Submitted) -> None:
        event.stop()
        entry = self._entry
        if entry is not None and entry.step:
            self.dismiss()
            self.app.call_later(self._go, entry.step)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self._list) if event.widget is self._list else None
        if offset is not None and self._first + offset.y < len(self._found):
            self._index = self._first + offset.y
            self._paint()
        elif event.widget is self:
            self.dismiss()

    def action_walk(self, distance: int) -> None:
        """Move the cursor."""
        if self._found:
            self._index = min(max(0, self._index + distance), len(self._found) - 1)
            self._paint()

    @property
    def _entry(self) -> Entry | None:
        return self._found[self._index] if self._found else None

    @property
    def _rows(self) -> int:
        return max(2, min(SHOWN, self.size.height - 14))

    @property
    def _first(self) -> int:
        return max(0, min(self._index - self._rows // 2, len(self._found) - self._rows))

    def _paint(self) -> None:
        cells = max(20, self._list.content_size.width)
        shown: list[Paragraph] = []
        for place in range(self._first, min(self._first + self._rows, len(self._found))):
            entry = self._found[place]
            half = cells // 2
            content = row(padded(entry.title, half), (_(", ").join(entry.elsewhere), look.DIM))
            if place == self._index:
                content = content.stylize("reverse")
            shown.append(Paragraph(content, divide="cut"))
        if not shown:
            shown.append(Paragraph(plain(_("Nothing has these words."), look.DIM)))
        self._list.show(shown)
        self._define(cells)

    def _define(self, cells: int) -> None:
        entry = self._entry
        self._said.show([] if entry is None else definition(entry, cells))
        where = entry is not None and entry.step
        text = _("Enter opens the page that brings it   Esc closes") if where else _("Esc closes")
        self._hint.show([Paragraph(plain(text, look.DIM))])


def definition(entry: Entry, cells: int) -> list[Paragraph]:
    """A term with its other names, and what it means."""
    head = row((entry.title, look.TITLE), "  ", (_(", ").join(entry.names), look.DIM))
    return [Paragraph(plain("─" * cells, look.RULE)), Paragraph(head), BLANK, *prose(entry.text)]
